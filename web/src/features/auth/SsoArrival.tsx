import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError, type Arrival, acceptArrival, arrive, declineArrival, errorMessage, myUserQuery } from '@/api'
import { isStaff } from '@/shared/lib/roles'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { AuthCard } from './AuthCard'
import classes from './AuthCard.module.css'

/** Replaces the token in the address. */
export const USED = 'used'

interface Props {
  /** Null if it is no longer in the address: after a reload, or on the way back. */
  token: string | null
  farmId: string
}

function useArrival({ token, farmId }: Props) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const take = async (found: Arrival) => {
    const { user } = found
    acceptArrival(found)
    queryClient.clear()
    queryClient.setQueryData(myUserQuery.queryKey, user)
    await router.navigate({
      to: isStaff(user) ? '/farms/$farmId' : '/manage/$farmId',
      params: { farmId },
      replace: true,
    })
  }
  const decline = useMutation({
    mutationFn: (arrival: Arrival) => declineArrival(arrival),
    onSettled: () => router.navigate({ to: '/', replace: true }),
  })
  const arrival = useMutation({
    mutationFn: (ticket: string) => arrive(ticket, farmId),
    onSuccess: (found) => {
      const { before, user } = found
      // A link alone never turns one user into another.
      if (!before || before.user._id === user._id) return take(found)
    },
  })
  const begun = useRef(false)
  const { mutate } = arrival
  useEffect(() => {
    if (begun.current || token === null) return
    begun.current = true
    // Out of the address bar and the history, before anything else.
    router.navigate({ to: '/sso/$ssoToken/$farmId', params: { ssoToken: USED, farmId }, replace: true })
    mutate(token)
  }, [router, mutate, token, farmId])
  return { arrival, take, decline }
}

/** Signs in a person who follows a link from another app, and shows them the farm (PUB-5). */
export function SsoArrival(props: Props) {
  const { arrival, take, decline } = useArrival(props)
  const message = props.token === null ? 'This link signs in only once.' : arrival.error && errorMessage(arrival.error)
  const asked = arrival.data?.before && arrival.data.before.user._id !== arrival.data.user._id ? arrival.data : null
  // A call that did not get through has not used up the link.
  if (props.token !== null && arrival.error instanceof ApiError && arrival.error.passing) {
    const { token } = props
    const again = { error: arrival.error, isFetching: arrival.isPending, refetch: () => arrival.mutate(token) }
    return (
      <AuthCard title="No answer yet">
        <Failure query={again} />
      </AuthCard>
    )
  }
  if (message) {
    return (
      <AuthCard title="Error">
        <Notice kind="error">{message}</Notice>
        <p className={classes.aside}>
          Ask for a new link where this one came from, or <Link to="/">go to the start page</Link>.
        </p>
      </AuthCard>
    )
  }
  if (asked) {
    return (
      <AuthCard title="Change who is signed in?">
        <p>
          {asked.before?.user.username} is signed in here. The link that was opened signs in {asked.user.username}{' '}
          instead.
        </p>
        <div className={classes.answers}>
          <Button disabled={decline.isPending} onClick={() => take(asked)}>
            Go on as {asked.user.username}
          </Button>
          <Button variant="plain" loading={decline.isPending} onClick={() => decline.mutate(asked)}>
            Stay {asked.before?.user.username}
          </Button>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Signing in">
      <p role="status">Loading...</p>
    </AuthCard>
  )
}
