import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import { proved } from './proof'
import type { MyChange, User } from './schema'

/** Changes the caller's own identity and returns it. */
export function editMe(change: MyChange): Promise<User> {
  return proved(() => dataOf(api.PUT('/api/users/my', { body: change })))
}

/** Sets the caller's own password. Other sessions end, this one stays. */
export function editMyPassword(password: string) {
  return proved(() => dataOf(api.PUT('/api/users/my/password', { body: { password } })))
}

export const mySessionsQuery = queryOptions({
  queryKey: ['users', 'my', 'sessions'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/users/my/sessions', { signal })),
})

export function endMySession(sessionId: string) {
  return dataOf(api.DELETE('/api/users/my/sessions/{sessionId}', { params: { path: { sessionId } } }))
}

/** Ends all of the caller's sessions except this one. */
export function endMyOtherSessions() {
  return dataOf(api.DELETE('/api/users/my/sessions'))
}

/** A new secret for the authenticator app. It has no effect until it is confirmed. */
export const beginFactorQuery = queryOptions({
  queryKey: ['users', 'my', 'second-factor'],
  queryFn: () => proved(() => dataOf(api.POST('/api/users/my/second-factor'))),
  // Asking again would make a new one.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
})

/** Switches the second factor on, and returns the recovery codes. */
export function confirmFactor(code: string) {
  return proved(() => dataOf(api.POST('/api/users/my/second-factor/confirm', { body: { code } })))
}

export function removeFactor() {
  return proved(() => dataOf(api.DELETE('/api/users/my/second-factor')))
}
