import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf } from './client'
import type { Work } from './schema'

/** What waits for staff, without what one may not look into. */
export const workQuery = queryOptions({
  queryKey: ['work'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/work', { signal })),
  staleTime: 60_000,
})

/** The open invoices of all farms whose saved card was charged in vain. */
export function failedPaymentsQuery(params: Paged) {
  return queryOptions({
    queryKey: ['work', 'payments', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/work/payments', { params: { query: params }, signal })),
  })
}

/** The farms that ask for tagging. */
export function askingQuery(params: Paged) {
  return queryOptions({
    queryKey: ['work', 'tagging', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/work/tagging', { params: { query: params }, signal })),
  })
}

/** How much of it waits for staff themselves: what is held or unpaid waits for others. */
export function waitingOf({
  toSend = 0,
  failedPayments = 0,
  failedJobs = 0,
  taggingAsked = 0,
  recallsAsked,
}: Work): number {
  return toSend + failedPayments + failedJobs + taggingAsked + recallsAsked
}
