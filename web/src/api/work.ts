import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Work } from './schema'

/** What waits for staff, without what one may not look into. */
export const workQuery = queryOptions({
  queryKey: ['work'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/work', { signal })),
  staleTime: 60_000,
})

/** How much of it waits for staff themselves: what is held or unpaid waits for others. */
export function waitingOf({ toSend = 0, failedPayments = 0, failedJobs = 0 }: Work): number {
  return toSend + failedPayments + failedJobs
}
