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

/** The prefix of every query key about groups, to ask for them again. */
export const GROUPS = ['groups'] as const

const at = (id: string) => ({ params: { path: { id } } })

export function groupQuery(id: string) {
  return queryOptions({
    queryKey: ['groups', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/admin-groups/{id}', { ...at(id), signal })),
  })
}

/** Creates an admin group and returns it. */
export function createGroup(group: { name: string }, key: string) {
  return dataOf(api.POST('/api/admin-groups', { body: group, headers: onceHeader(key) }))
}

/** Renames a group and returns it. If another version is stored, that is a 409. */
export function renameGroup(id: string, name: string, version: number) {
  return dataOf(api.PUT('/api/admin-groups/{id}', { ...at(id), body: { name, version } }))
}

/** Replaces the group's permissions with these and returns the group. If another version is stored, that is a 409. */
export function setPermissions(id: string, permissions: Record<string, boolean>, version: number) {
  return dataOf(api.PUT('/api/admin-groups/{id}/permissions', { ...at(id), body: { permissions, version } }))
}

export function deleteGroup(id: string) {
  return dataOf(api.DELETE('/api/admin-groups/{id}', at(id)))
}
