import { createFileRoute } from '@tanstack/react-router'
import { LabelsLink } from '@/features/labels'
import { Tagging } from '@/features/tagging'
import { taggingRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/tagging')({ ...taggingRoute, component: TaggingPage })

function TaggingPage() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return (
    <Tagging
      key={farmId}
      section="farms"
      farmId={farmId}
      search={search}
      onChange={change}
      labels={(tags) => <LabelsLink section="farms" farmId={farmId} tags={tags} />}
    />
  )
}
