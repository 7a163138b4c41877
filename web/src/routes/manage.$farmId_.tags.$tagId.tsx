import { createFileRoute } from '@tanstack/react-router'
import { TagPage } from '@/features/tags'

export const Route = createFileRoute('/manage/$farmId_/tags/$tagId')({ component: Tag })

function Tag() {
  const { farmId, tagId } = Route.useParams()
  return <TagPage section="manage" farmId={farmId} tagId={tagId} />
}
