import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Queue } from '@/features/paper/queue/Queue'
import { FULFILMENT_DEFAULTS, fulfilmentSearch } from './-search/fulfilment'
import { useChange } from './-search/useChange'

// The queue asks for its orders itself, which keeps that query out of the code that every page loads.
export const Route = createFileRoute('/farms/fulfilment')({
  validateSearch: fulfilmentSearch,
  search: { middlewares: [stripSearchParams(FULFILMENT_DEFAULTS)] },
  component: Fulfilment,
})

function Fulfilment() {
  const [{ order, ...params }, change] = useChange(Route, { resetScroll: false })
  return <Queue params={params} order={order} onChange={change} />
}
