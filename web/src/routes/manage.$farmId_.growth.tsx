import { createFileRoute } from '@tanstack/react-router'
import { GrowthPage } from '@/features/reports/growth/GrowthPage'
import { growthRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/growth')({ ...growthRoute, component: GrowthOfFarm })

function GrowthOfFarm() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return <GrowthPage section="manage" farmId={farmId} search={search} onChange={change} />
}
