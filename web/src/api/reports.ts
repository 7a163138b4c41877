import { queryOptions, skipToken } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { ReportRequest } from './schema'

/** The values that a farm's animals really have, by view-by field. */
export function farmFiltersQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'filters'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/filters', { params: { path: { id: farmId } }, signal })),
    select: (answer) => answer.filters,
  })
}

/**
 * One report; a null question asks nothing. The answer comes with the range that
 * was asked for, because only that tells a snapshot from a single day. The call
 * is a PUT because the question is a body; it changes nothing.
 */
export function reportQuery(farmId: string, body: ReportRequest | null) {
  return queryOptions({
    queryKey: ['farm', farmId, 'report', body],
    queryFn: body
      ? async ({ signal }) => {
          const params = { path: { farmId } }
          const report = await dataOf(api.PUT('/api/v2/getFarmInventory/{farmId}', { params, body, signal }))
          return { report, dateRange: body.dateRange }
        }
      : skipToken,
  })
}
