import { createFileRoute } from '@tanstack/react-router'
import { SalesPage } from '@/features/reports/sales/SalesPage'
import { salesRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/sales')({ ...salesRoute, component: SalesOfFarm })

function SalesOfFarm() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return <SalesPage section="farms" farmId={farmId} search={search} onChange={change} />
}
