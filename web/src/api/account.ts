import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import { ApiError } from './errors'
import type { User } from './schema'
import { dropSession, heldSessions, sessionToken } from './session'
import { leaveHere } from './stays'
import { tellOut } from './tabs'

/** Who is signed in. Kept for the life of the page; signing in or out replaces or clears it. */
export const myUserQuery = queryOptions({
  queryKey: ['users', 'my'],
  queryFn: ({ signal }): Promise<User> => dataOf(api.GET('/api/users/my', { signal })),
  // When a session has ended, the page that is being left may be drawn once more.
  enabled: () => sessionToken() !== null,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export interface SignInForm {
  username: string
  password: string
  /** From the authenticator app, if the server asked for it. */
  code?: string
}

export function login(body: SignInForm) {
  return dataOf(api.POST('/api/login', { body }))
}

/** Ends a session on the server, even if the page is left meanwhile. */
export function logout(token: string) {
  return dataOf(api.POST('/api/logout', { headers: { Authorization: `Bearer ${token}` }, keepalive: true }))
}

const TELL_AGAIN_MS = 5_000

/**
 * Ends the session of all tabs at once, and on the server as soon as it can be
 * reached. Until then the token is only held in memory, and goes with the page.
 */
export function signOut(): void {
  const held = heldSessions()
  // Where another tab has ended them, there is none.
  if (held.length > 0) tellOut(held)
  signOutHere([])
  void leaveHere()
}

/** Ends what this tab has, but for the sessions that the tab ends where the person signed out. */
export function signOutHere(ended: string[]): void {
  const own = heldSessions().filter((token) => !ended.includes(token))
  dropSession()
  for (const token of own) void endOnServer(token)
}

export async function endOnServer(token: string): Promise<void> {
  try {
    await logout(token)
  } catch (error) {
    if (error instanceof ApiError && error.passing) setTimeout(() => void endOnServer(token), TELL_AGAIN_MS)
  }
}
