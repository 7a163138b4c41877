import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { NewActivity } from './schema'

/** Where, according to the book, the farm now has something alive, or containers. */
export function placesQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'places'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v2/places/{farmId}', { params: { path: { farmId } }, signal })),
    select: (answer) => answer.data,
  })
}

/** Activities, newest first; at most 100. */
export function journalQuery(farmId: string, limit: number) {
  return queryOptions({
    queryKey: ['farm', farmId, 'journal', limit],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v2/activities/{farmId}', { params: { path: { farmId }, query: { limit } }, signal })),
    select: (answer) => answer.data,
  })
}

/** Records one activity. Sending it again with the same id changes nothing. */
/** Records it. What is far from the last is refused unless the person has confirmed it. */
export function recordActivity(farmId: string, activity: NewActivity, confirmed = false) {
  return dataOf(
    api.POST('/api/v2/activities/{farmId}', {
      params: { path: { farmId } },
      body: { activities: [activity], ...(confirmed && { confirmed }) },
    }),
  )
}
