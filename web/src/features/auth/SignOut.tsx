import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { myUserQuery, signOut } from '@/api'
import { forgetDrafts } from '@/forms'
import { AuthCard } from './AuthCard'

/** Ends the session and goes to `/`; nobody waits for the server. */
export function SignOut() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    signOut()
    forgetDrafts(queryClient.getQueryData(myUserQuery.queryKey)?._id)
    queryClient.clear()
    router.navigate({ to: '/', state: { loggedOut: true }, replace: true })
  }, [router, queryClient])
  return <AuthCard title="Signing out...">{null}</AuthCard>
}

export function SignedOut() {
  return (
    <AuthCard title="Logout successful.">
      <Link to="/login">Sign in again</Link>
    </AuthCard>
  )
}
