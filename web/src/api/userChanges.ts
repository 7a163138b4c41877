import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Level, NewUser, UserChange } from './schema'
import { onceHeader } from './useOnce'

const at = (id: string) => ({ params: { path: { id } } })

/** Creates a user and returns them. */
export function createUser(user: NewUser, key: string) {
  return dataOf(api.POST('/api/users', { body: user, headers: onceHeader(key) }))
}

/** Changes the details of a user and returns them. If another version is stored, that is a 409. */
export function editUser(id: string, change: UserChange) {
  return dataOf(api.PUT('/api/users/{id}', { ...at(id), body: change }))
}

/** Gives a user a new password, which ends their sessions. */
export function setUserPassword(id: string, password: string, revokeIssued: boolean) {
  const body = { password, ...(revokeIssued && { revokeIssued }) }
  return dataOf(api.PUT('/api/users/{id}/password', { ...at(id), body }))
}

/** The open invitations, and the keys of the last day, that a user issued. */
export function issuedQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id, 'issued'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/users/{id}/issued', { ...at(id), signal })),
    select: ({ data }) => data,
    staleTime: 0,
  })
}

/** Puts a user into exactly these groups (ids to names). If another version is stored, that is a 409. */
export function setUserGroups(id: string, groups: Record<string, string>, version: number) {
  return dataOf(api.PUT('/api/users/{id}/groups', { ...at(id), body: { groups, version } }))
}

/** Where a user is signed in. */
export function sessionsQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id, 'sessions'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/users/{id}/sessions', { ...at(id), signal })),
    select: ({ data }) => data,
  })
}

/** Signs a user out everywhere. */
export function endSessions(id: string, revokeIssued: boolean) {
  return dataOf(
    api.DELETE('/api/users/{id}/sessions', {
      params: { path: { id }, query: revokeIssued ? { revokeIssued } : {} },
    }),
  )
}

/** For a user who has lost their second factor: they sign in without one, and set up another. */
export function resetSecondFactor(id: string) {
  return dataOf(api.DELETE('/api/users/{id}/second-factor', at(id)))
}

export function deleteUser(id: string) {
  return dataOf(api.DELETE('/api/users/{id}', at(id)))
}

/** Links a farm to a user and returns the user, who may do everything there if nothing else is said. */
export function linkFarm(id: string, farm: string, accountName: string, may?: Level) {
  return dataOf(api.POST('/api/users/{id}/farm', { ...at(id), body: { farm, accountName, may } }))
}

/** Unlinks a farm from a user and returns the user. */
export function unlinkFarm(id: string, farmId: string) {
  return dataOf(api.DELETE('/api/users/{id}/farm/{farmId}', { params: { path: { id, farmId } } }))
}

/** The groups that a user can be put into: the built-in ones and the admin groups. */
export const groupOptionsQuery = queryOptions({
  queryKey: ['groups', 'options'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/groups', { signal })),
  select: ({ data }) => data,
})

/** Where the permissions of a user on a farm are edited. */
export const permissionsEndpointQuery = queryOptions({
  queryKey: ['permissionsEndpoint'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/farms/permissionsEndpoint', { signal })),
  select: ({ permissionsEndpoint }) => permissionsEndpoint,
  staleTime: Number.POSITIVE_INFINITY,
})
