import type { ReportRequest } from '@/api'
import type { Day } from '@/shared/lib/days'
import { RANGES, rangeProblem } from '@/shared/lib/ranges'
import type { Metric } from './metrics'
import { COUNT_TYPES, FREQUENCIES, type GraphType, labelOf, type ReportSearch, SEGMENTS, viewBy } from './model'

/** True if the report is only about today. */
export function ofToday(search: ReportSearch, metric: Metric): boolean {
  return metric.snapshot && search.mode === 'snapshot'
}

/** Whether shares can be chosen: only of a whole that has parts. */
export function canShare(search: ReportSearch, metric: Metric): boolean {
  return metric.graph !== null && (metric.counted || search.by !== 'none')
}

/** How the parts are read: as chosen, or else as the metric starts out (REP-15). */
export function graphOf(search: ReportSearch, metric: Metric): GraphType {
  return canShare(search, metric) ? (search.graph ?? metric.graph ?? 'count') : 'count'
}

function segmentOf(search: ReportSearch, metric: Metric): string {
  if (metric.counted) return labelOf(COUNT_TYPES, search.count)
  return SEGMENTS.find(({ value }) => value === search.by)?.segment ?? ''
}

/** The question to the server; null while a custom range is not complete. */
export function requestOf(search: ReportSearch, metric: Metric, today: Day): ReportRequest | null {
  const snapshot = ofToday(search, metric)
  const custom = !snapshot && search.dates === 'custom'
  if (custom && rangeProblem(search.from, search.to, today)) return null
  return {
    metric: metric.name,
    activeLease: search.area || 'All',
    dateRange: snapshot ? 'Snapshot' : labelOf(RANGES, search.dates),
    frequency: labelOf(FREQUENCIES, search.every),
    activeViewBy: viewBy(search),
    segment: segmentOf(search, metric),
    startDate: (custom && search.from) || '',
    endDate: (custom && search.to) || '',
    graphType: graphOf(search, metric),
    ...(search.before && { lastYear: true }),
    ...(!snapshot && search.known && { knownOn: search.known }),
  }
}
