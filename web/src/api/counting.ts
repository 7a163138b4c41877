import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Counting } from './schema'

/** What animals that a count does not find are, unless the count or the upload says otherwise. */
export type Missing = Counting['missing']

/** How the farm takes its counts. */
export function countingQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'counting'],
    queryFn: ({ signal }): Promise<Counting> =>
      dataOf(api.GET('/api/farms/{id}/counting', { params: { path: { id: farmId } }, signal })),
  })
}

/** Stores how the farm takes its counts; refused if something else than seen is stored by now. */
export function saveCounting(farmId: string, counting: Counting, seen: Counting) {
  const body = { ...counting, seen }
  return dataOf(api.PUT('/api/farms/{id}/counting', { params: { path: { id: farmId } }, body }))
}
