import { createFileRoute } from '@tanstack/react-router'
import { bagsQuery } from '@/api'
import { Bags } from '@/features/bags'
import { bagsSearch } from './-search/bags'

export const Route = createFileRoute('/manage/$farmId_/bags')({
  validateSearch: bagsSearch,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchInfiniteQuery(bagsQuery(params.farmId))
    return context.asked
  },
  component: BagsPage,
})

function BagsPage() {
  const { farmId } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Bags
      section="manage"
      farmId={farmId}
      search={search}
      onChange={(part) => navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false })}
    />
  )
}
