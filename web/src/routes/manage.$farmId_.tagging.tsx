import { createFileRoute } from '@tanstack/react-router'
import { LabelsLink } from '@/features/labels'
import { Tagging } from '@/features/tagging'
import { taggingRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/tagging')({ ...taggingRoute, component: TaggingPage })

function TaggingPage() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return (
    <Tagging
      key={farmId}
      section="manage"
      farmId={farmId}
      search={search}
      onChange={change}
      labels={(tags) => <LabelsLink section="manage" farmId={farmId} tags={tags} />}
    />
  )
}
