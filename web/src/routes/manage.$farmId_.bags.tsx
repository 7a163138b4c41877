import { createFileRoute } from '@tanstack/react-router'
import { Bags } from '@/features/bags'
import { bagsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/bags')({ ...bagsRoute, component: BagsPage })

function BagsPage() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return <Bags section="manage" farmId={farmId} search={search} onChange={change} />
}
