import { createFileRoute } from '@tanstack/react-router'
import { pricesQuery } from '@/api'
import { PriceList } from '@/features/paper/prices/PriceList'

export const Route = createFileRoute('/admin/prices')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(pricesQuery),
  component: PriceList,
})
