import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { FarmHistory } from '@/features/audit'
import { WORK_DEFAULTS, workSearch } from './-search/admin'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/history')({
  validateSearch: workSearch,
  search: { middlewares: [stripSearchParams(WORK_DEFAULTS)] },
  component: History,
})

function History() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route)
  return <FarmHistory key={farmId} farmId={farmId} params={search} onChange={change} />
}
