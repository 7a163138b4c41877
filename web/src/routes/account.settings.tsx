import { createFileRoute } from '@tanstack/react-router'
import { AccountSettings } from '@/features/account'

export const Route = createFileRoute('/account/settings')({ component: Settings })

function Settings() {
  const { user } = Route.useRouteContext()
  return <AccountSettings user={user} />
}
