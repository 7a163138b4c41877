import { createFileRoute } from '@tanstack/react-router'
import { accountQuery } from '@/api'
import { UserDetail } from '@/features/users'

export const Route = createFileRoute('/admin/users/$userId')({
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(accountQuery(params.userId)),
  component: User,
})

function User() {
  const { userId } = Route.useParams()
  return <UserDetail key={userId} userId={userId} />
}
