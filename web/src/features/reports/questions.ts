import type { ReportRequest } from '@/api'
import type { Day } from '@/shared/lib/days'
import { METRICS } from './metrics'
import { type MetricKey, type ReportSearch, SIDES } from './model'
import { REPORTS } from './names'
import { requestOf } from './request'
import { metricOfSide, sideSearch } from './sides'

function asked(search: ReportSearch, day: Day): (ReportRequest | null)[] {
  if (search.report === 'compare')
    return SIDES.map((side) => requestOf(sideSearch(search, side), metricOfSide(search, side), day))
  const metric = REPORTS.some(({ key }) => key === search.report) && METRICS[search.report as MetricKey]
  return metric ? [requestOf(search, metric, day)] : []
}

/** What a report asks before its farm is known; nothing if another feature asks. */
export function questionsOf(search: ReportSearch, day: Day): ReportRequest[] {
  return asked(search, day).filter((question) => question !== null)
}
