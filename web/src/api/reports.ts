import { queryOptions, skipToken } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Bucket, Inventory, InventoryRequest } from './schema'

export type { Bucket, Inventory, InventoryRequest }

/** The values that a farm's animals really have, per view-by field. */
export function farmFiltersQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'filters'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/filters', { params: { path: { id: farmId } }, signal })),
    select: (answer) => answer.filters,
  })
}

/** One report over time; a null question asks nothing. The call is a PUT because the question is a body; it changes nothing. */
export function inventoryQuery(farmId: string, body: InventoryRequest | null) {
  return queryOptions({
    queryKey: ['farm', farmId, 'inventory', body],
    queryFn: body
      ? ({ signal }) =>
          dataOf(api.PUT('/api/v2/getFarmInventory/{farmId}', { params: { path: { farmId } }, body, signal }))
      : skipToken,
  })
}
