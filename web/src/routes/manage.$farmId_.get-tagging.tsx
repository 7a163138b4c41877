import { createFileRoute } from '@tanstack/react-router'
import { OfferPage } from '@/features/paper'

export const Route = createFileRoute('/manage/$farmId_/get-tagging')({ component: GetTagging })

function GetTagging() {
  const { farmId } = Route.useParams()
  return <OfferPage key={farmId} farmId={farmId} />
}
