import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { farmsQuery } from '@/api'
import { FarmList } from '@/features/farms/list/FarmList'
import { FARMS_DEFAULTS, farmsSearch } from './-search/farms'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/')({
  validateSearch: farmsSearch,
  search: { middlewares: [stripSearchParams(FARMS_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(farmsQuery(deps)),
  component: Farms,
})

function Farms() {
  const [search, change] = useChange(Route)
  return <FarmList section="farms" several params={search} onChange={change} />
}
