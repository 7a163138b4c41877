import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Glance } from './schema'

/** How a farm is today, and what it needs of its people. */
export function todayQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'today'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/today', { params: { path: { id: farmId } }, signal })),
  })
}

/** How each farm is that this person manages: all of them in one answer. */
export function glancesQuery() {
  return queryOptions({
    queryKey: ['farms', 'today'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/today', { signal })),
    select: (answer) => answer.data as Glance[],
  })
}
