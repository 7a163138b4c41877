import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { UserList } from '@/features/users'
import { USERS_DEFAULTS, usersSearch } from './-search/admin'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/users/')({
  validateSearch: usersSearch,
  search: { middlewares: [stripSearchParams(USERS_DEFAULTS)] },
  component: Users,
})

function Users() {
  const [search, change] = useChange(Route)
  return <UserList params={search} onChange={change} />
}
