import { createFileRoute } from '@tanstack/react-router'
import { KeysPage } from '@/features/keys'

export const Route = createFileRoute('/manage/$farmId_/keys')({ component: Keys })

function Keys() {
  const { farmId } = Route.useParams()
  return <KeysPage key={farmId} section="manage" farmId={farmId} />
}
