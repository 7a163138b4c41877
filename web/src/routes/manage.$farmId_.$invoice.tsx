import { createFileRoute } from '@tanstack/react-router'
import { InvoicePage } from '@/features/billing'

export const Route = createFileRoute('/manage/$farmId_/$invoice')({ component: Invoice })

function Invoice() {
  const { farmId, invoice } = Route.useParams()
  return <InvoicePage section="manage" farmId={farmId} invoiceId={invoice} />
}
