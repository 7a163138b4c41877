import { createFileRoute } from '@tanstack/react-router'
import { NewFarmRecall } from '@/features/recalls'
import { newRecallRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/recalls/new')({ ...newRecallRoute, component: New })

function New() {
  const { farmId } = Route.useParams()
  const navigate = Route.useNavigate()
  const [{ purpose, correct, ...params }, change] = useChange(Route, { resetScroll: false })
  return (
    <NewFarmRecall
      section="farms"
      farmId={farmId}
      purpose={purpose}
      correct={correct}
      params={params}
      onLook={change}
      onDone={(recallId) =>
        purpose === 'drill'
          ? navigate({ to: '/farms/$farmId/recalls/$recallId', params: { farmId, recallId } })
          : navigate({ to: '/farms/$farmId/recalls', params: { farmId } })
      }
    />
  )
}
