import { createFileRoute } from '@tanstack/react-router'
import { ScansPage } from '@/features/tags'
import { tagsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/scans')({ ...tagsRoute, component: Scans })

function Scans() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route)
  return <ScansPage section="farms" farmId={farmId} params={search} onChange={change} />
}
