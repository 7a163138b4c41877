import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { StaffRecall } from '@/features/recalls'
import { mayAny } from '@/shared/lib/roles'
import { RECALL_DEFAULTS, recallSearch } from './-search/recalls'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/recalls/$recallId')({
  validateSearch: recallSearch,
  search: { middlewares: [stripSearchParams(RECALL_DEFAULTS)] },
  component: Recall,
})

function Recall() {
  const { recallId } = Route.useParams()
  const { user } = Route.useRouteContext()
  const [{ party }, change] = useChange(Route, { resetScroll: false })
  return (
    <StaffRecall
      recallId={recallId}
      party={party}
      onParty={(next) => change({ party: next })}
      mayRecall={mayAny(user, 'recall')}
    />
  )
}
