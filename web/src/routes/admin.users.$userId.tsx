import { createFileRoute } from '@tanstack/react-router'
import { UserDetail } from '@/features/users'

export const Route = createFileRoute('/admin/users/$userId')({
  component: User,
})

function User() {
  const { userId } = Route.useParams()
  return <UserDetail key={userId} userId={userId} />
}
