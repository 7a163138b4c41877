import { createFileRoute } from '@tanstack/react-router'
import { InvoiceList } from '@/features/billing'
import { invoicesRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/invoices')({ ...invoicesRoute, component: Invoices })

function Invoices() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route)
  return <InvoiceList section="manage" farmId={farmId} params={search} onChange={change} />
}
