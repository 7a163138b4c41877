import { createFileRoute } from '@tanstack/react-router'
import { LabelsLink } from '@/features/labels'
import { TagPage } from '@/features/tags'

export const Route = createFileRoute('/manage/$farmId_/tags/$tagId')({ component: Tag })

function Tag() {
  const { farmId, tagId } = Route.useParams()
  const labels = <LabelsLink section="manage" farmId={farmId} tags={[tagId]} />
  return <TagPage section="manage" farmId={farmId} tagId={tagId} labels={labels} />
}
