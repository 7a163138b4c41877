import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { MyChange, User } from './schema'

/** Changes the caller's own identity and returns it. */
export function editMe(change: MyChange): Promise<User> {
  return dataOf(api.PUT('/api/users/my', { body: change }))
}

/** Sets the caller's own password. Other sessions end, this one stays. */
export function editMyPassword(password: string, revokeIssued: boolean) {
  return dataOf(api.PUT('/api/users/my/password', { body: { password, ...(revokeIssued && { revokeIssued }) } }))
}

/** The open invitations, and the keys of the last day, that the caller issued. */
export const myIssuedQuery = queryOptions({
  queryKey: ['users', 'my', 'issued'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/users/my/issued', { signal })),
  select: ({ data }) => data,
  staleTime: 0,
})

export const mySessionsQuery = queryOptions({
  queryKey: ['users', 'my', 'sessions'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/users/my/sessions', { signal })),
})

export function endMySession(sessionId: string, revokeIssued: boolean) {
  return dataOf(
    api.DELETE('/api/users/my/sessions/{sessionId}', {
      params: { path: { sessionId }, query: revoking(revokeIssued) },
    }),
  )
}

const revoking = (revokeIssued: boolean) => (revokeIssued ? { revokeIssued } : {})

/** Ends all of the caller's sessions except this one. */
export function endMyOtherSessions(revokeIssued: boolean) {
  return dataOf(api.DELETE('/api/users/my/sessions', { params: { query: revoking(revokeIssued) } }))
}

/** A new secret for the authenticator app. It has no effect until it is confirmed. */
export const beginFactorQuery = queryOptions({
  queryKey: ['users', 'my', 'second-factor'],
  queryFn: () => dataOf(api.POST('/api/users/my/second-factor')),
  // Asking again would make a new one.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
})

/** Switches the second factor on, and returns the recovery codes. */
export function confirmFactor(code: string) {
  return dataOf(api.POST('/api/users/my/second-factor/confirm', { body: { code } }))
}

export function removeFactor() {
  return dataOf(api.DELETE('/api/users/my/second-factor'))
}
