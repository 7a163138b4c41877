import { createFileRoute } from '@tanstack/react-router'
import { FarmPeople } from '@/features/people'

export const Route = createFileRoute('/farms/$farmId_/people')({ component: People })

function People() {
  const { farmId } = Route.useParams()
  return <FarmPeople section="farms" farmId={farmId} />
}
