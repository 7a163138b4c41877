import { createFileRoute } from '@tanstack/react-router'
import { TagPage } from '@/features/tags'

export const Route = createFileRoute('/farms/$farmId_/tags/$tagId')({ component: Tag })

function Tag() {
  const { farmId, tagId } = Route.useParams()
  return <TagPage section="farms" farmId={farmId} tagId={tagId} />
}
