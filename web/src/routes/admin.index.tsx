import { createFileRoute } from '@tanstack/react-router'
import { ConsoleHome } from '@/app/screens/ConsoleHome'

export const Route = createFileRoute('/admin/')({ component: Home })

function Home() {
  const { user } = Route.useRouteContext()
  return <ConsoleHome user={user} />
}
