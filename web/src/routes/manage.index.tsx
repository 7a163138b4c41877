import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { farmsQuery, glancesQuery } from '@/api'
import { ManagedFarms } from '@/app/ManagedFarms'
import { FARMS_DEFAULTS, farmsSearch } from './-search/farms'

export const Route = createFileRoute('/manage/')({
  validateSearch: farmsSearch,
  search: { middlewares: [stripSearchParams(FARMS_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(farmsQuery(deps))
    void context.queryClient.prefetchQuery(glancesQuery())
  },
  component: Farms,
})

function Farms() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ManagedFarms
      params={search}
      onChange={(part, options) => navigate({ search: (before) => ({ ...before, ...part }), ...options })}
    />
  )
}
