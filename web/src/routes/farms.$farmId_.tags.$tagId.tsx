import { createFileRoute } from '@tanstack/react-router'
import { LabelsLink } from '@/features/labels'
import { TagPage } from '@/features/tags'

export const Route = createFileRoute('/farms/$farmId_/tags/$tagId')({ component: Tag })

function Tag() {
  const { farmId, tagId } = Route.useParams()
  const labels = <LabelsLink section="farms" farmId={farmId} tags={[tagId]} />
  return <TagPage section="farms" farmId={farmId} tagId={tagId} labels={labels} />
}
