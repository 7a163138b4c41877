import { createFileRoute } from '@tanstack/react-router'
import { Labels } from '@/features/labels'
import { labelsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/labels')({ ...labelsRoute, component: LabelsPage })

function LabelsPage() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return <Labels key={farmId} section="manage" farmId={farmId} search={search} onChange={change} />
}
