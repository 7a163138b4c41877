import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { farmsQuery } from '@/api'
import { FarmList } from '@/features/farms/list/FarmList'
import { FARMS_DEFAULTS, farmsSearch } from './-search/farms'

export const Route = createFileRoute('/farms/')({
  validateSearch: farmsSearch,
  search: { middlewares: [stripSearchParams(FARMS_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(farmsQuery(deps)),
  component: Farms,
})

function Farms() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <FarmList
      section="farms"
      params={search}
      onChange={(part, options) => navigate({ search: (before) => ({ ...before, ...part }), ...options })}
    />
  )
}
