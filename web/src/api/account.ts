import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import { ApiError } from './errors'
import type { Me, User } from './schema'
import { dropSession, sessionToken } from './session'

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

/** Ends a session on the server. */
function logout(token: string) {
  return dataOf(api.POST('/api/logout', { headers: { Authorization: `Bearer ${token}` } }))
}

const TELL_AGAIN_MS = 5_000

/**
 * Ends this tab's session at once, and on the server as soon as it can be
 * reached. Until then the token is only held in memory, and goes with the page.
 */
export function signOut(): void {
  const token = sessionToken()
  dropSession()
  if (token) void endOnServer(token)
}

async function endOnServer(token: string): Promise<void> {
  try {
    await logout(token)
  } catch (error) {
    if (error instanceof ApiError && error.passing) setTimeout(() => void endOnServer(token), TELL_AGAIN_MS)
  }
}

export function forgotPassword(email: string, app?: string) {
  return dataOf(api.POST('/api/login/forgot', { body: { email, app } }))
}

export function resetPassword(email: string, key: string, password: string) {
  return dataOf(api.POST('/api/login/reset', { body: { email, key, password } }))
}

/** The minimum length of a password. */
export const passwordRulesQuery = queryOptions({
  queryKey: ['passwords', 'rules'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/passwords/rules', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A person who followed a link from another app, and the session that this tab had before. */
export interface Arrival {
  user: User
  token: string
  before: { user: User; token: string } | null
}

/**
 * Finds out whose token it is. One made for single sign-on only works for this
 * call, and the answer carries the session's own token. The tab keeps the
 * session it had until the arrival is accepted.
 */
export async function arrive(ticket: string, farm: string): Promise<Arrival> {
  const had = sessionToken()
  const before = had && had !== ticket ? await whoseBefore(had) : null
  const { token, ...user } = await whose(ticket, farm)
  return { user, token: token || ticket, before: before && had ? { user: before, token: had } : null }
}

function whose(token: string, farm?: string): Promise<Me> {
  const headers = { Authorization: `Bearer ${token}` }
  return dataOf(api.GET('/api/users/my', { headers, params: { query: { farm } } }))
}

/** Null for a session that has ended, which is dropped. If the server cannot be asked now, this throws before the ticket is used up. */
async function whoseBefore(token: string): Promise<Me | null> {
  try {
    return await whose(token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    dropSession()
    return null
  }
}

/** Ends the session that the link opened; the tab keeps its own. */
export async function declineArrival({ token }: Arrival): Promise<void> {
  await logout(token)
}
