import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Farm, FarmPage, FarmRow, Lease, NewFarm } from './schema'
import { onceHeader } from './useOnce'

export type { Farm, FarmPage, FarmRow, Lease, NewFarm }

export interface FarmsParams {
  name?: string
  sort: '_id' | '-_id' | 'name' | '-name'
  limit: 5 | 10 | 20 | 50 | 100
  page: number
}

export function farmsQuery(params: FarmsParams) {
  return queryOptions({
    queryKey: ['farms', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms', { params: { query: params }, signal })),
  })
}

export function farmQuery(id: string) {
  return queryOptions({
    queryKey: ['farm', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}', { params: { path: { id } }, signal })),
  })
}

/** Creates a farm (staff only) and answers it. */
export function createFarm(farm: NewFarm, key: string) {
  return dataOf(api.POST('/api/farms', { body: farm, headers: onceHeader(key) }))
}
