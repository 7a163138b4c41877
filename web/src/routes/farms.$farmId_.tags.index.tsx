import { createFileRoute } from '@tanstack/react-router'
import { TagList } from '@/features/tags'
import { tagsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/tags/')({ ...tagsRoute, component: Tags })

function Tags() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route)
  return <TagList section="farms" farmId={farmId} params={search} onChange={change} />
}
