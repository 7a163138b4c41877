import { createFileRoute } from '@tanstack/react-router'
import { placesQuery } from '@/api'
import { Record } from '@/features/recording'
import { recordSearch } from './-search/record'

export const Route = createFileRoute('/farms/$farmId_/record')({
  validateSearch: recordSearch,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(placesQuery(params.farmId))
    return context.asked
  },
  component: RecordPage,
})

function RecordPage() {
  const { farmId } = Route.useParams()
  const { activity } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Record
      key={farmId}
      section="farms"
      farmId={farmId}
      activity={activity}
      onActivity={(next) => navigate({ search: { activity: next }, resetScroll: false })}
    />
  )
}
