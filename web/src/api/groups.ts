import { queryOptions } from '@tanstack/react-query'
import type { Paged, Sorted } from '@/shared/lib/paging'
import { api, dataOf } from './client'

export interface GroupsParams extends Paged, Sorted {
  name?: string
}

/** A page of the admin groups, for those who manage users. */
export function groupsQuery(params: GroupsParams) {
  return queryOptions({
    queryKey: ['groups', 'list', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/admin-groups', { params: { query: params }, signal })),
    structuralSharing: false, // it would lose a permission named __proto__
  })
}

/** The prefix of every query key about groups, to ask for them again. */
export const GROUPS = ['groups'] as const

const at = (id: string) => ({ params: { path: { id } } })

export function groupQuery(id: string) {
  return queryOptions({
    queryKey: ['groups', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/admin-groups/{id}', { ...at(id), signal })),
    structuralSharing: false,
  })
}
