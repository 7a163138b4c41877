import { queryOptions } from '@tanstack/react-query'
import type { Paged, Sorted } from '@/shared/lib/paging'
import type { paths } from '../../openapi/schema'
import { api, dataOf } from './client'

/** The server's table of time zones. */
export { ZONES } from '../../openapi/zones'

/** What the list of farms is narrowed by. */
export type FarmsFilter = Pick<
  NonNullable<paths['/api/farms']['get']['parameters']['query']>,
  'type' | 'country' | 'state' | 'tagging' | 'certificate'
>

export interface FarmsParams extends Paged, Sorted, FarmsFilter {
  /** Part of what a farm is found by. */
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
