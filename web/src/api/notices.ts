import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf } from './client'
import type { NewsSwitch } from './schema'

/** What the question after one's notices of a farm begins with, to ask again. */
export const noticesOf = (farmId: string) => ['farm', farmId, 'notices'] as const

/** A page of what one was told of a farm, the latest first, and how much of all is unread. */
export function noticesQuery(farmId: string, { page, limit }: Paged) {
  const query = { page, limit }
  return queryOptions({
    queryKey: [...noticesOf(farmId), query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/farms/{id}/news', { params: { path: { id: farmId }, query }, signal })),
    staleTime: 60_000,
  })
}

/** Notes that one has read them. */
export function readNotices(farmId: string, ids: string[]) {
  return dataOf(api.PUT('/api/farms/{id}/news/read', { params: { path: { id: farmId } }, body: { ids, read: true } }))
}

/** Where one is told of each kind. */
export function switchesQuery(farmId: string) {
  return queryOptions({
    queryKey: [...noticesOf(farmId), 'switches'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/farms/{id}/news/switches', { params: { path: { id: farmId } }, signal })),
    staleTime: 60_000,
  })
}

/** Switches one kind on or off. */
export function setSwitch(farmId: string, body: NewsSwitch) {
  return dataOf(api.PUT('/api/farms/{id}/news/switches', { params: { path: { id: farmId } }, body }))
}
