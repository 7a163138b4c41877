import { createFileRoute } from '@tanstack/react-router'
import { FarmPage } from '@/app/FarmPage'
import { farmRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId')({ ...farmRoute, component: Farm })

function Farm() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return <FarmPage section="farms" farmId={farmId} search={search} onChange={change} />
}
