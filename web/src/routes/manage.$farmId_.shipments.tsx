import { createFileRoute } from '@tanstack/react-router'
import { ShippedList } from '@/features/tags'
import { tagsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/shipments')({ ...tagsRoute, component: Shipments })

function Shipments() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route)
  return <ShippedList section="manage" farmId={farmId} params={search} onChange={change} />
}
