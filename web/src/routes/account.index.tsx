import { createFileRoute } from '@tanstack/react-router'
import { AccountHome } from '@/features/account'

export const Route = createFileRoute('/account/')({ component: Home })

function Home() {
  const { user } = Route.useRouteContext()
  return <AccountHome user={user} />
}
