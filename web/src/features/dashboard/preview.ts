import type { DashboardReport, Report, ReportRequest, Square } from '@/api'
import { hasRange, hasSpan, metricNamed, sameReports } from './model'

/** What a square in edit mode shows: its number and line, without the comparison. */
export type Preview = Pick<Square, 'metric' | 'span' | 'count' | 'size' | 'percent' | 'total' | 'data'>

/** An existing square that shows exactly what a draft would, so its numbers need not be asked for again. */
export function knownSquare(draft: DashboardReport, squares: readonly Square[]): Square | undefined {
  return squares.find((square) => !square.problem && sameReports([draft], [square]))
}

const FREQUENCIES = { monthly: 'Monthly', weekly: 'Weekly', daily: 'Daily' } as const

/** The report from which the server takes the numbers of such a square. Container counts come from another one. */
export function reportRequest({ metric, dateRange, activeViewBy, span }: DashboardReport, lease: string) {
  return {
    metric: metric as ReportRequest['metric'],
    activeLease: lease,
    dateRange: dateRange as ReportRequest['dateRange'],
    frequency: FREQUENCIES[span as keyof typeof FREQUENCIES],
    activeViewBy,
    segment: '',
    startDate: '',
    endDate: '',
    graphType: 'count',
  } satisfies ReportRequest
}

/** The harvest of all buckets, or else how the farm is at the end of the last. */
export function previewOf({ report, dateRange }: { report: Report; dateRange: string }): Preview {
  const { metric, frequency, data } = report
  const last = data.at(-1)?.value ?? null
  const sum = data.reduce((all, { harvest }) => all + harvest, 0)
  const { unit, within } = metricNamed(metric) ?? {}
  return {
    metric,
    span: frequency.toLowerCase(),
    count: unit === 'animals' ? (within ? sum : last) : null,
    size: unit === 'mm' ? last : null,
    percent: unit === 'percent' ? (within ? intervalOf(data) : last) : null,
    total: null,
    data: hasSpan({ metric, dateRange }) ? data.map(({ from, to, value }) => ({ from, to, value })) : null,
  }
}

/** The mortality of all buckets as of one, as the server has it: what was alive when the first began, and what came in each. */
function intervalOf(data: Report['data']): number | null {
  const lost = data.reduce((all, { loss }) => all + loss, 0)
  const atRisk = data.reduce((all, bucket, i) => all + bucket.atRisk - (data[i - 1]?.inventory ?? 0), 0)
  return atRisk === 0 ? null : (100 * lost) / atRisk
}

/** Container counts are only narrowed by a square's filters once it is saved, because no report can do it. */
export function isToldWhenSaved({ metric, activeViewBy }: DashboardReport): boolean {
  return !hasRange({ metric }) && Object.keys(activeViewBy).length > 0
}
