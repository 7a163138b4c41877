import { createFileRoute } from '@tanstack/react-router'
import { farmQuery, invoiceQuery } from '@/api'
import { InvoicePage } from '@/features/billing'

export const Route = createFileRoute('/manage/$farmId_/$invoice')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(farmQuery(params.farmId))
    void context.queryClient.prefetchQuery(invoiceQuery(params.farmId, params.invoice))
  },
  component: Invoice,
})

function Invoice() {
  const { farmId, invoice } = Route.useParams()
  return <InvoicePage section="manage" farmId={farmId} invoiceId={invoice} />
}
