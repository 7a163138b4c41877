import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AskingFarms } from '@/features/work'
import { WORK_DEFAULTS, workSearch } from './-search/admin'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/tagging')({
  validateSearch: workSearch,
  search: { middlewares: [stripSearchParams(WORK_DEFAULTS)] },
  component: Asking,
})

function Asking() {
  const [search, change] = useChange(Route)
  return <AskingFarms params={search} onChange={change} />
}
