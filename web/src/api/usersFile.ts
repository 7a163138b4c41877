import { api, fileOf } from './client'
import type { UsersParams } from './users'

/** All users of a list as CSV. */
export function usersCsv({ username, role, isActive }: UsersParams) {
  const query = { username: username || undefined, role: role || undefined, isActive: isActive || undefined }
  return fileOf(api.GET('/api/users/csv', { params: { query }, parseAs: 'blob' }))
}
