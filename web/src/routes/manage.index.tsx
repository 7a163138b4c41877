import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { farmsQuery, glancesQuery } from '@/api'
import { ManagedFarms } from '@/app/ManagedFarms'
import { FARMS_DEFAULTS, farmsSearch } from './-search/farms'
import { useChange } from './-search/useChange'

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
  const [search, change] = useChange(Route)
  return <ManagedFarms params={search} onChange={change} />
}
