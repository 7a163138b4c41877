import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OpenRecalls } from '@/features/work'
import { WORK_DEFAULTS, workSearch } from './-search/admin'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/recalls')({
  validateSearch: workSearch,
  search: { middlewares: [stripSearchParams(WORK_DEFAULTS)] },
  component: Recalls,
})

function Recalls() {
  const [search, change] = useChange(Route)
  return <OpenRecalls params={search} onChange={change} />
}
