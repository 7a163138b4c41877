import { createFileRoute } from '@tanstack/react-router'
import { Animals } from '@/app/Animals'
import { animalsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/groups/$groupId')({ ...animalsRoute, component: Group })

function Group() {
  const { farmId, groupId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return <Animals key={groupId} section="farms" farmId={farmId} of={{ groupId }} search={search} onChange={change} />
}
