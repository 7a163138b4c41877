import { createFileRoute } from '@tanstack/react-router'
import { TagList } from '@/features/tags'
import { tagsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/tags/')({ ...tagsRoute, component: Tags })

function Tags() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route)
  return <TagList section="manage" farmId={farmId} params={search} onChange={change} />
}
