import { createFileRoute } from '@tanstack/react-router'
import { FarmRecalls } from '@/features/recalls'
import { pagedRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/recalls/')({ ...pagedRoute, component: Recalls })

function Recalls() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route)
  return (
    <FarmRecalls section="farms" farmId={farmId} params={search} onPage={(page, entry) => change({ page }, entry)} />
  )
}
