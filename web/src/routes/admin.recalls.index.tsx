import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RecallList } from '@/features/recalls'
import { mayAny } from '@/shared/lib/roles'
import { RECALLS_DEFAULTS, recallsSearch } from './-search/recalls'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/recalls/')({
  validateSearch: recallsSearch,
  search: { middlewares: [stripSearchParams(RECALLS_DEFAULTS)] },
  component: Recalls,
})

function Recalls() {
  const { user } = Route.useRouteContext()
  const [search, change] = useChange(Route)
  return <RecallList params={search} onChange={change} mayRecall={mayAny(user, 'recall')} />
}
