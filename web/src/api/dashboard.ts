import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Square, SquareToSave } from './schema'

/** What a person chose for a square, without its numbers. */
export type DashboardReport = Pick<Square, 'activeViewBy' | 'metric' | 'dateRange' | 'span'>

const key = (farmId: string) => ['farm', farmId, 'dashboard']

/** All squares with their numbers, in one call. */
export function dashboardQuery(farmId: string, activeLease: string) {
  return queryOptions({
    queryKey: [...key(farmId), activeLease],
    queryFn: ({ signal }) =>
      dataOf(api.PUT('/api/v2/getDashboard/{farmId}', { params: { path: { farmId } }, body: { activeLease }, signal })),
  })
}

/** Stores this person's squares for this farm. The server refuses a metric or range that it does not know (DASH-5). */
export function saveDashboard(farmId: string, dashboardReports: DashboardReport[]) {
  return dataOf(
    api.PUT('/api/v2/updateDashboard/{farmId}', {
      params: { path: { farmId } },
      body: { dashboardReports: dashboardReports as SquareToSave[] },
    }),
  )
}

/** What a save makes out of date: the farm's dashboard for every growing area. */
export const dashboardsOf = key
