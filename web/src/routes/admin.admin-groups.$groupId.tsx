import { createFileRoute } from '@tanstack/react-router'
import { groupQuery } from '@/api'
import { GroupDetail } from '@/features/groups'

export const Route = createFileRoute('/admin/admin-groups/$groupId')({
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(groupQuery(params.groupId)),
  component: Group,
})

function Group() {
  const { groupId } = Route.useParams()
  return <GroupDetail key={groupId} groupId={groupId} />
}
