import { createFileRoute } from '@tanstack/react-router'
import { Record } from '@/features/recording'
import { recordRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/$farmId_/record')({ ...recordRoute, component: RecordPage })

function RecordPage() {
  const { farmId } = Route.useParams()
  const [{ activity, area, lot }, change] = useChange(Route, { resetScroll: false })
  return (
    <Record
      key={`${farmId} ${area} ${lot}`}
      section="manage"
      farmId={farmId}
      activity={activity}
      begins={{ leaseId: area, lotId: lot }}
      onActivity={(next) => change({ activity: next })}
    />
  )
}
