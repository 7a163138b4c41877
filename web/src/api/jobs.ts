import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf } from './client'

export interface JobsParams extends Paged {
  state: 'waiting' | 'running' | 'failed' | 'done'
  kind?: string
}

/** The prefix of every query key about jobs, to ask for them again. */
export const JOBS = ['jobs'] as const

/** Jobs come and go on their own, so they are asked for again and again. */
const EVERY_MS = 5000

/** A page of the jobs in a state, for root. */
export function jobsQuery(params: JobsParams) {
  return queryOptions({
    queryKey: [...JOBS, 'list', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/jobs', { params: { query: params }, signal })),
    refetchInterval: EVERY_MS,
  })
}

/** How many jobs of each kind are waiting, running or failed, for root. */
export const jobKindsQuery = queryOptions({
  queryKey: [...JOBS, 'kinds'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/jobs/kinds', { signal })),
  refetchInterval: EVERY_MS,
})

const at = (jobId: string) => ({ params: { path: { jobId } } })

/** Runs a failed job again, or a waiting one at once. */
export function retryJob(id: string) {
  return dataOf(api.POST('/api/jobs/{jobId}/retry', at(id)))
}

/** Runs all failed jobs of a kind again; returns how many there were. */
export function retryFailedJobs(kind: string) {
  return dataOf(api.POST('/api/jobs/retry', { body: { kind } }))
}

/** Gives up a job that is waiting or has failed. */
export function discardJob(id: string) {
  return dataOf(api.DELETE('/api/jobs/{jobId}', at(id)))
}
