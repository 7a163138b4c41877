import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { farmsQuery } from '@/api'
import { ConsoleFarms } from '@/features/farms/list/ConsoleFarms'
import { consoleSearch, FARMS_DEFAULTS } from './-search/farms'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/')({
  validateSearch: consoleSearch,
  search: { middlewares: [stripSearchParams(FARMS_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(farmsQuery(deps)),
  component: Farms,
})

function Farms() {
  const [search, change] = useChange(Route)
  return <ConsoleFarms params={search} onChange={change} />
}
