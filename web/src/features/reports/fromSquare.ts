import { METRIC_TABLE, type Square } from '@/api'
import { RANGES } from '@/shared/lib/ranges'
import type { AskedFigure } from './explain'
import { type ComparedKey, FIELDS, type ReportSearch } from './model'
import { REPORTS } from './names'
import { ownChange } from './sides'

/** A rate has no page of its own: it stands in Compare, beside the animals, with nothing else chosen for its side. */
const inCompare = (metric: ComparedKey): Partial<ReportSearch> => ({
  ...ownChange('left', { metric, by: undefined, area: undefined, dates: undefined, from: undefined, to: undefined }),
  rightMetric: 'inventory',
  rightDates: undefined,
})

/** The report that shows more of what a square does: the same metric, dates and animals. */
export function reportOfSquare({
  metric,
  dateRange,
  activeViewBy,
}: Pick<Square, 'metric' | 'dateRange' | 'activeViewBy'>) {
  const key = METRIC_TABLE.find(({ name }) => name === metric)?.key
  const report = REPORTS.find((one) => one.key === key)?.key ?? (key ? 'compare' : 'equipment')
  const dates = RANGES.find(({ label }) => label === dateRange)?.value
  const filters = FIELDS.flatMap(({ field, key }) => {
    const values = activeViewBy[field] ?? []
    return values.length > 0 ? [[key, values]] : []
  })
  const search: Partial<ReportSearch> = {
    report,
    mode: dates ? 'time' : 'snapshot',
    ...(dates && { dates, from: undefined, to: undefined }),
    ...Object.fromEntries(filters),
    ...(report === 'compare' && inCompare(key as ComparedKey)),
  }
  return search
}

/** The number of a square, in the growing area that is shown: that of all days of its range. */
export function figureOfSquare(
  { metric, dateRange, activeViewBy, label }: Pick<Square, 'metric' | 'dateRange' | 'activeViewBy' | 'label'>,
  area: string,
): AskedFigure {
  const range = dateRange as AskedFigure['body']['dateRange']
  const body = { metric, dateRange: range, frequency: 'Yearly', range: true } as const
  return { name: label, body: { ...body, activeViewBy, activeLease: area || 'All' } }
}

/** How the server calls the type of containers that nobody gave one. */
const NO_TYPE = 'Not known'

/** The containers in use, all or those of a type, in the growing area that is shown. */
export function figureOfContainers(area: string, type?: string): AskedFigure {
  const label = type === undefined ? 'Containers in use' : `Containers in use, ${type}`
  const types = type === NO_TYPE ? ['', type] : [type ?? '']
  const activeViewBy: Square['activeViewBy'] = type === undefined ? {} : { meshSize: types }
  return figureOfSquare({ metric: 'Equipment', dateRange: 'Snapshot', activeViewBy, label }, area)
}
