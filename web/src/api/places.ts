import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/**
 * Where, according to the book, the farm has something alive, or containers: now, or on a day, with what was there
 * at its end.
 */
export function placesQuery(farmId: string, day?: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'places', ...(day ? [day] : [])],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v2/places/{farmId}', { params: { path: { farmId }, query: { day } }, signal })),
    select: (answer) => answer.data,
  })
}
