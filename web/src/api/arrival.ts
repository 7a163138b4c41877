import { logout, signOut } from './account'
import { api, dataOf } from './client'
import { ApiError } from './errors'
import type { Me, User } from './schema'
import { dropSession, sessionToken } from './session'
import { findSession } from './stays'
import { keepSession } from './tabs'

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
  if (!sessionToken()) await findSession()
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

/** The link's person takes the place of who was signed in here before, in all tabs. */
export function acceptArrival({ before, user, token }: Arrival): void {
  if (before && before.user._id !== user._id) signOut()
  keepSession(token)
}

/** Ends the session that the link opened; the tab keeps its own. */
export async function declineArrival({ token }: Arrival): Promise<void> {
  await logout(token)
}
