import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** Where, according to the book, the farm now has something alive, or containers. */
export function placesQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'places'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v2/places/{farmId}', { params: { path: { farmId } }, signal })),
    select: (answer) => answer.data,
  })
}
