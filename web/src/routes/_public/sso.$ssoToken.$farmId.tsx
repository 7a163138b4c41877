import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { SsoArrival, USED } from '@/features/auth'

export const Route = createFileRoute('/_public/sso/$ssoToken/$farmId')({ component: Sso })

function Sso() {
  const { ssoToken, farmId } = Route.useParams()
  // The token leaves the address at once, and is only used while the page is open.
  const [token] = useState(ssoToken === USED ? null : ssoToken)
  return <SsoArrival token={token} farmId={farmId} />
}
