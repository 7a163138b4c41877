import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { NewStaffRecall } from '@/features/recalls'
import { NEW_RECALL_DEFAULTS, newRecallSearch } from './-search/recalls'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/recalls/new')({
  validateSearch: newRecallSearch,
  search: { middlewares: [stripSearchParams(NEW_RECALL_DEFAULTS)] },
  component: New,
})

function New() {
  const navigate = Route.useNavigate()
  const [{ purpose, correct, request, ...params }, change] = useChange(Route, { resetScroll: false })
  return (
    <NewStaffRecall
      purpose={purpose}
      onPurpose={(next) => change({ purpose: next })}
      correct={correct}
      request={request}
      params={params}
      onLook={change}
      onDone={(recallId) => navigate({ to: '/admin/recalls/$recallId', params: { recallId } })}
    />
  )
}
