import { createFileRoute } from '@tanstack/react-router'
import { placesQuery } from '@/api'
import { Record } from '@/features/recording'
import { recordSearch } from './-search/record'

export const Route = createFileRoute('/manage/$farmId_/record')({
  validateSearch: recordSearch,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(placesQuery(params.farmId))
    return context.asked
  },
  component: RecordPage,
})

function RecordPage() {
  const { farmId } = Route.useParams()
  const { activity, area, lot } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Record
      key={`${farmId} ${area} ${lot}`}
      section="manage"
      farmId={farmId}
      activity={activity}
      begins={{ leaseId: area, lotId: lot }}
      onActivity={(next) => navigate({ search: (before) => ({ ...before, activity: next }), resetScroll: false })}
    />
  )
}
