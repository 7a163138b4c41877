import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** What runs, where it keeps things and how it is set up, for root. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/system', { signal })),
  refetchInterval: 60_000,
})
