import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { dropSession, logout, myUserQuery, sessionToken } from '@/api'
import { forgetDrafts } from '@/forms'
import { AuthCard } from './AuthCard'

/** Ends the session here whatever the server answers, tells the server, and goes to `/`. */
export function SignOut() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const told = sessionToken() ? logout().catch(() => undefined) : Promise.resolve()
    told.finally(() => {
      dropSession()
      forgetDrafts(queryClient.getQueryData(myUserQuery.queryKey)?._id)
      queryClient.clear()
      router.navigate({ to: '/', state: { loggedOut: true }, replace: true })
    })
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
