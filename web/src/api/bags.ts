import { infiniteQueryOptions } from '@tanstack/react-query'
import { addDays } from '@/shared/lib/days'
import { api, dataOf } from './client'
import type { Bags } from './schema'

/** What hung where on each day. If the book is too large for one answer, the first page has the latest days and the next page those before. */
export function bagsQuery(farmId: string) {
  return infiniteQueryOptions({
    queryKey: ['farm', farmId, 'bags'],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.GET('/api/v2/bags/{farmId}', {
          params: { path: { farmId }, query: { to: pageParam || undefined } },
          signal,
        }),
      ),
    getNextPageParam: ({ first, from }: Bags) => (from > first ? addDays(from, -1) : undefined),
  })
}
