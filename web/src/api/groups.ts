import { queryOptions } from '@tanstack/react-query'
import type { Paged, Sorted } from '@/shared/lib/paging'
import { api, dataOf } from './client'
import { onceHeader } from './useOnce'

export interface GroupsParams extends Paged, Sorted {
  name?: string
}

/** A page of the admin groups, for those who manage users. */
export function groupsQuery(params: GroupsParams) {
  return queryOptions({
    queryKey: ['groups', 'list', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/admin-groups', { params: { query: params }, signal })),
  })
}

/** What everything about groups begins with, to ask for it anew. */
export const GROUPS = ['groups'] as const

const at = (id: string) => ({ params: { path: { id } } })

export function groupQuery(id: string) {
  return queryOptions({
    queryKey: ['groups', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/admin-groups/{id}', { ...at(id), signal })),
  })
}

/** Creates an admin group and answers it. */
export function createGroup(group: { name: string }, key: string) {
  return dataOf(api.POST('/api/admin-groups', { body: group, headers: onceHeader(key) }))
}

/** Gives a group another name and answers the group. Another stored version is a 409. */
export function renameGroup(id: string, name: string, version: number) {
  return dataOf(api.PUT('/api/admin-groups/{id}', { ...at(id), body: { name, version } }))
}

/** Puts these permissions in place of those the group has, and answers the group. Another stored version is a 409. */
export function setPermissions(id: string, permissions: Record<string, boolean>, version: number) {
  return dataOf(api.PUT('/api/admin-groups/{id}/permissions', { ...at(id), body: { permissions, version } }))
}

export function deleteGroup(id: string) {
  return dataOf(api.DELETE('/api/admin-groups/{id}', at(id)))
}
