import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { GroupList } from '@/features/groups'
import { GROUPS_DEFAULTS, groupsSearch } from './-search/admin'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/admin-groups/')({
  validateSearch: groupsSearch,
  search: { middlewares: [stripSearchParams(GROUPS_DEFAULTS)] },
  component: Groups,
})

function Groups() {
  const [search, change] = useChange(Route)
  return <GroupList params={search} onChange={change} />
}
