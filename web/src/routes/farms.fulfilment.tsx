import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { shipmentsQuery } from '@/api'
import { Queue } from '@/features/paper/queue/Queue'
import { FULFILMENT_DEFAULTS, fulfilmentSearch } from './-search/fulfilment'

export const Route = createFileRoute('/farms/fulfilment')({
  validateSearch: fulfilmentSearch,
  search: { middlewares: [stripSearchParams(FULFILMENT_DEFAULTS)] },
  loaderDeps: ({ search: { order: _, ...params } }) => params,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(shipmentsQuery(deps)),
  component: Fulfilment,
})

function Fulfilment() {
  const { order, ...params } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Queue
      params={params}
      order={order}
      onChange={(part, options) =>
        navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false, ...options })
      }
    />
  )
}
