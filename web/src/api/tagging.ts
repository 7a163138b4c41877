import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** What was harvested in the last thirty days, the newest first, with what of it is on tags. */
export function harvestsQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'harvests'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/harvests', { params: { path: { id: farmId } }, signal })),
    select: (answer) => answer.data,
  })
}
