import { createFileRoute } from '@tanstack/react-router'
import { farmQuery } from '@/api'
import { SetupInvoice } from '@/features/farms/tagging/SetupInvoice'

export const Route = createFileRoute('/manage/$farmId_/$invoice')({
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(farmQuery(params.farmId)),
  component: Invoice,
})

function Invoice() {
  const { farmId, invoice } = Route.useParams()
  return <SetupInvoice farmId={farmId} invoice={invoice} />
}
