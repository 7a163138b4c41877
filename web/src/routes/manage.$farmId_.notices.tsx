import { createFileRoute } from '@tanstack/react-router'
import { NoticeList } from '@/features/notices'
import { pagedRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/notices')({ ...pagedRoute, component: Notices })

function Notices() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route)
  return <NoticeList farmId={farmId} params={search} onChange={change} />
}
