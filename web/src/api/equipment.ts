import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** Today's containers in use and unused spots, in one growing area or in all. */
export function equipmentQuery(farmId: string, activeLease: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'equipment', activeLease],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v2/getEquipmentReport/{farmId}', {
          params: { path: { farmId }, query: { activeLease } },
          signal,
        }),
      ),
  })
}
