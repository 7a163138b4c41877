import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { FailedPayments } from '@/features/work'
import { WORK_DEFAULTS, workSearch } from './-search/admin'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/payments')({
  validateSearch: workSearch,
  search: { middlewares: [stripSearchParams(WORK_DEFAULTS)] },
  component: Payments,
})

function Payments() {
  const [search, change] = useChange(Route)
  return <FailedPayments params={search} onChange={change} />
}
