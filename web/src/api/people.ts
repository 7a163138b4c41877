import { queryOptions } from '@tanstack/react-query'
import { endOnServer } from './account'
import { api, dataOf } from './client'
import type { Level, Newcomer } from './schema'
import { loseSession, sessionToken, storeView } from './session'
import { onceHeader } from './useOnce'

const at = (id: string) => ({ params: { path: { id } } })
const who = (id: string, userId: string) => ({ params: { path: { id, userId } } })

/** Who works with a farm, and who is invited to. */
export function peopleQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'people'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/people', { ...at(farmId), signal })),
  })
}

/** Invites somebody by mail; an earlier invitation of the address is over. Gives the people, as the next calls do. */
export function invite(farmId: string, body: { email: string; may: Level }, key: string) {
  return dataOf(api.POST('/api/farms/{id}/people/invitations', { ...at(farmId), body, headers: onceHeader(key) }))
}

export function takeBackInvitation(farmId: string, invitationId: string) {
  const params = { path: { id: farmId, invitationId } }
  return dataOf(api.DELETE('/api/farms/{id}/people/invitations/{invitationId}', { params }))
}

export function setMay(farmId: string, userId: string, may: Level) {
  return dataOf(api.PUT('/api/farms/{id}/people/{userId}', { ...who(farmId, userId), body: { may } }))
}

export function removePerson(farmId: string, userId: string) {
  return dataOf(api.DELETE('/api/farms/{id}/people/{userId}', who(farmId, userId)))
}

/** Hands the management to another of the farm's people, and says what one may do afterwards. */
export function handOver(farmId: string, userId: string, then: 'record' | 'reports' | 'leave') {
  return dataOf(api.POST('/api/farms/{id}/people/{userId}/hand-over', { ...who(farmId, userId), body: { then } }))
}

/** The invitations to the platform that wait for an answer. */
export const invitationsQuery = queryOptions({
  queryKey: ['users', 'invitations'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/invitations', { signal })),
  select: ({ data }) => data,
})

export function inviteToPlatform(email: string, key: string) {
  return dataOf(api.POST('/api/invitations', { body: { email }, headers: onceHeader(key) }))
}

export function takeBackPlatformInvitation(invitationId: string) {
  return dataOf(api.DELETE('/api/invitations/{invitationId}', { params: { path: { invitationId } } }))
}

/** Gives this tab a session that shows the farm as its manager sees it, and changes nothing. */
export async function beginView(farmId: string): Promise<void> {
  const { token } = await dataOf(api.POST('/api/farms/{id}/view', at(farmId)))
  storeView(token)
}

/** Ends that session, and gives this tab its own again; no other tab hears of it. */
export function endView(): void {
  const viewing = sessionToken()
  loseSession(viewing)
  if (viewing) void endOnServer(viewing)
}

/** What the invitation with a token is to. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => dataOf(api.POST('/api/invitations/look', { body: { token }, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Makes the account of somebody who was invited. */
export function acceptInvitation(body: Newcomer) {
  return dataOf(api.POST('/api/invitations/accept', { body }))
}

/** Accepts an invitation with the account that is signed in. */
export function joinFarm(token: string) {
  return dataOf(api.POST('/api/invitations/join', { body: { token } }))
}
