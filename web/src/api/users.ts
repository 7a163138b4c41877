import { queryOptions } from '@tanstack/react-query'
import type { Paged, Sorted } from '@/shared/lib/paging'
import { api, dataOf } from './client'

export interface UsersParams extends Paged, Sorted {
  username?: string
  role?: '' | 'admin' | 'account'
  isActive?: '' | 'true' | 'false'
}

/** A page of the users, for those who manage users. */
export function usersQuery(params: UsersParams) {
  const { role, isActive, ...rest } = params
  const query = { ...rest, role: role || undefined, isActive: isActive || undefined }
  return queryOptions({
    queryKey: ['users', 'list', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/users', { params: { query }, signal })),
  })
}

/** The prefix of every query key of a list of users, to ask for them again. */
export const USER_LISTS = ['users', 'list'] as const

const at = (id: string) => ({ params: { path: { id } } })

export function accountQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/users/{id}', { ...at(id), signal })),
  })
}
