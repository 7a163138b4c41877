import { createFileRoute } from '@tanstack/react-router'
import { InvoicePage } from '@/features/billing'
import { invoiceRoute } from './-farm'

export const Route = createFileRoute('/farms/$farmId_/invoices/$invoice')({ ...invoiceRoute, component: Invoice })

function Invoice() {
  const { farmId, invoice } = Route.useParams()
  return <InvoicePage section="farms" farmId={farmId} invoiceId={invoice} />
}
