import { createFileRoute } from '@tanstack/react-router'
import { InvoicePage } from '@/features/billing'

export const Route = createFileRoute('/farms/$farmId_/invoices/$invoice')({ component: Invoice })

function Invoice() {
  const { farmId, invoice } = Route.useParams()
  return <InvoicePage section="farms" farmId={farmId} invoiceId={invoice} />
}
