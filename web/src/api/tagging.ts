import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { NewTagEvent } from './schema'

/** What was harvested in the last thirty days, the newest first, with what of it is on tags. */
export function harvestsQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'harvests'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/harvests', { params: { path: { id: farmId } }, signal })),
    select: (answer) => answer.data,
  })
}

/** Records what a firm did with its tags, all of it or nothing. Sending it again with the same ids changes nothing. */
export function takeTags(farmId: string, events: NewTagEvent[]) {
  return dataOf(api.POST('/api/tags', { body: { farmId, events } }))
}

/** What anybody sees of a tag, whoever's it is. */
export function publicTagQuery(tagId: string) {
  return queryOptions({
    queryKey: ['tag', tagId],
    queryFn: ({ signal }) => dataOf(api.GET('/api/tag/{tagId}', { params: { path: { tagId } }, signal })),
  })
}
