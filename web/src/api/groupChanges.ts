import { api, dataOf } from './client'
import { onceHeader } from './useOnce'

const at = (id: string) => ({ params: { path: { id } } })

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
