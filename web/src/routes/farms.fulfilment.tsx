import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Queue } from '@/features/paper/queue/Queue'
import { FULFILMENT_DEFAULTS, fulfilmentSearch } from './-search/fulfilment'
import { useChange } from './-search/useChange'

// The queue asks for its orders itself, as the price list does: the question is not in the code that every page has.
export const Route = createFileRoute('/farms/fulfilment')({
  validateSearch: fulfilmentSearch,
  search: { middlewares: [stripSearchParams(FULFILMENT_DEFAULTS)] },
  component: Fulfilment,
})

function Fulfilment() {
  const [{ order, ...params }, change] = useChange(Route, { resetScroll: false })
  return <Queue params={params} order={order} onChange={change} />
}
