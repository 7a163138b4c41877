import { createFileRoute } from '@tanstack/react-router'
import { ConsoleHome } from '@/app/screens/ConsoleHome'
import { isRoot } from '@/shared/lib/roles'

export const Route = createFileRoute('/admin/')({ component: Home })

function Home() {
  const { user } = Route.useRouteContext()
  return <ConsoleHome root={isRoot(user)} />
}
