import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf } from './client'

export interface JobsParams extends Paged {
  state: 'waiting' | 'running' | 'failed' | 'done'
  kind?: string
}

/** What everything about jobs begins with, to ask for it anew. */
export const JOBS = ['jobs'] as const

/** Jobs come and go by themselves, so they are looked at again and again. */
const EVERY_MS = 5000

/** A page of the jobs of a state, for root. */
export function jobsQuery(params: JobsParams) {
  return queryOptions({
    queryKey: [...JOBS, 'list', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/jobs', { params: { query: params }, signal })),
    refetchInterval: EVERY_MS,
  })
}

/** How many jobs of each kind wait, run and failed, for root. */
export const jobKindsQuery = queryOptions({
  queryKey: [...JOBS, 'kinds'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/jobs/kinds', { signal })),
  refetchInterval: EVERY_MS,
})

const at = (jobId: string) => ({ params: { path: { jobId } } })

/** Lets a failed job run anew, or a waiting one at once. */
export function retryJob(id: string) {
  return dataOf(api.POST('/api/jobs/{jobId}/retry', at(id)))
}

/** Lets all failed jobs of a kind run anew; answers how many there were. */
export function retryFailedJobs(kind: string) {
  return dataOf(api.POST('/api/jobs/retry', { body: { kind } }))
}

/** Gives up a job that waits or has failed. */
export function discardJob(id: string) {
  return dataOf(api.DELETE('/api/jobs/{jobId}', at(id)))
}
