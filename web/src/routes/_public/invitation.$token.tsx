import { createFileRoute } from '@tanstack/react-router'
import { AcceptInvitation } from '@/features/auth/AcceptInvitation'

export const Route = createFileRoute('/_public/invitation/$token')({ component: Invitation })

function Invitation() {
  const { token } = Route.useParams()
  return <AcceptInvitation token={token} />
}
