import { queryOptions } from '@tanstack/react-query'
import type { Paged, Sorted } from '@/shared/lib/paging'
import { api, dataOf } from './client'

export interface FarmsParams extends Paged, Sorted {
  name?: string
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
    refetchInterval: ({ state }) => (state.data?.beingCleaned ? 2000 : false),
  })
}
