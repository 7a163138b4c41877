import { createFileRoute } from '@tanstack/react-router'
import { GroupDetail } from '@/features/groups'

export const Route = createFileRoute('/admin/admin-groups/$groupId')({
  component: Group,
})

function Group() {
  const { groupId } = Route.useParams()
  return <GroupDetail key={groupId} groupId={groupId} />
}
