import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Glance } from './schema'

/** How a farm is doing today, and what it needs from its people. */
export function todayQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'today'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/today', { params: { path: { id: farmId } }, signal })),
  })
}

/** How much a farm needs of its people: a part of what todayQuery answers, which asks more of the server. */
export function needsQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'needs'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/needs', { params: { path: { id: farmId } }, signal })),
  })
}

/** How each of this person's farms is doing, all in one answer. */
export function glancesQuery() {
  return queryOptions({
    queryKey: ['farms', 'today'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/today', { signal })),
    select: (answer) => answer.data as Glance[],
  })
}
