import { createFileRoute } from '@tanstack/react-router'
import { Animals } from '@/app/Animals'
import { animalsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/lots/$lotId')({ ...animalsRoute, component: Lot })

function Lot() {
  const { farmId, lotId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return <Animals key={lotId} section="manage" farmId={farmId} of={{ lotId }} search={search} onChange={change} />
}
