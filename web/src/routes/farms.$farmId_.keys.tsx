import { createFileRoute } from '@tanstack/react-router'
import { KeysPage } from '@/features/keys'

export const Route = createFileRoute('/farms/$farmId_/keys')({ component: Keys })

function Keys() {
  const { farmId } = Route.useParams()
  return <KeysPage key={farmId} section="farms" farmId={farmId} />
}
