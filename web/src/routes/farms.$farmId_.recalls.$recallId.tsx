import { createFileRoute } from '@tanstack/react-router'
import { FarmRecall } from '@/features/recalls'
import { recallRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/recalls/$recallId')({ ...recallRoute, component: Recall })

function Recall() {
  const { farmId, recallId } = Route.useParams()
  const [{ party }, change] = useChange(Route, { resetScroll: false })
  return (
    <FarmRecall
      section="farms"
      farmId={farmId}
      recallId={recallId}
      party={party}
      onParty={(next) => change({ party: next })}
    />
  )
}
