import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Square, SquareToSave } from './schema'

/** What a person chose for a square, without its numbers. */
export type DashboardReport = Pick<Square, 'activeViewBy' | 'metric' | 'dateRange' | 'span'>

const key = (farmId: string) => ['farm', farmId, 'dashboard']

/** All squares with their numbers, in one question. */
export function dashboardQuery(farmId: string, activeLease: string) {
  return queryOptions({
    queryKey: [...key(farmId), activeLease],
    queryFn: ({ signal }) =>
      dataOf(api.PUT('/api/v2/getDashboard/{farmId}', { params: { path: { farmId } }, body: { activeLease }, signal })),
  })
}

/** Stores the squares of this person for this farm. A metric or range that the server does not know is refused there (DASH-5). */
export function saveDashboard(farmId: string, dashboardReports: DashboardReport[]) {
  return dataOf(
    api.PUT('/api/v2/updateDashboard/{farmId}', {
      params: { path: { farmId } },
      body: { dashboardReports: dashboardReports as SquareToSave[] },
    }),
  )
}

/** What a save makes out of date: the farm's dashboard, in every growing area. */
export const dashboardsOf = key
