import type { Farm, InventoryRequest } from '@/api'
import { type Day, isDay } from '@/shared/lib/days'

/** The nine things that animals can be told apart by: the API's field, its label, and its short name in the URL (REP-13). */
export const FIELDS = [
  { field: 'oysterType', label: 'Animal Type', key: 'animal' },
  { field: 'seedSource', label: 'Seed Source', key: 'seed' },
  { field: 'year', label: 'year', key: 'year' },
  { field: 'month', label: 'month', key: 'month' },
  { field: 'sizeLabel', label: 'Size', key: 'size' },
  { field: 'meshSize', label: 'Equipment', key: 'equipment' },
  { field: 'nickname', label: 'Fill Profile', key: 'fill' },
  { field: 'datePlanted', label: 'datePlanted', key: 'planted' },
  { field: 'locationPlanted', label: 'locationPlanted', key: 'place' },
] as const

export type FieldKey = (typeof FIELDS)[number]['key']

/** Date ranges in the words of REP-11. */
export const RANGES = [
  { value: '7', label: 'Last 7 Days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '180', label: 'Last 180 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'custom', label: 'Custom' },
] as const

export type RangeKey = (typeof RANGES)[number]['value']

/** Frequencies (REP-12), each with the words that speak of one bucket. */
export const FREQUENCIES = [
  { value: 'year', label: 'Yearly' },
  { value: 'month', label: 'Monthly' },
  { value: 'week', label: 'Weekly' },
  { value: 'day', label: 'Daily' },
] as const

export type FrequencyKey = (typeof FREQUENCIES)[number]['value']

/** What the lines of a chart are drawn by. */
export const SEGMENTS = [
  { value: 'none', label: 'none', segment: '' },
  { value: 'area', label: 'Growing Area', segment: 'growingArea' },
  ...FIELDS.map(({ field, label, key }) => ({ value: key, label, segment: field })),
] as const

export type SegmentKey = (typeof SEGMENTS)[number]['value']

export type ReportView = 'chart' | 'table'

/** Everything that is shown in the Reports tab; it lives in the URL. */
export type ReportSearch = {
  report: string
  /** A lease id; empty for all growing areas. */
  area: string
  dates: RangeKey
  from?: Day
  to?: Day
  every: FrequencyKey
  by: SegmentKey
  view: ReportView
} & { [field in FieldKey]?: string[] }

export const REPORT_DEFAULTS = {
  report: 'inventory',
  area: '',
  dates: '90',
  every: 'month',
  by: 'none',
  view: 'chart',
} as const satisfies ReportSearch

export type OnReportChange = (part: Partial<ReportSearch>) => void

/** What every report is given. */
export interface ReportProps {
  farm: Farm
  search: ReportSearch
  onChange: OnReportChange
}

const FIRST_DAY: Day = '1900-01-01'

/** Why a custom range cannot be asked for yet; null when it can (REP-11). */
export function rangeProblem(from: string | undefined, to: string | undefined, today: Day): string | null {
  if (!from || !to) return 'Choose a start and an end date.'
  // A year that is being typed passes through 0002, 0020 and 0201.
  if (!isDay(from) || !isDay(to) || from < FIRST_DAY || to < FIRST_DAY) return 'Write both dates in full.'
  if (from > to) return 'The start is after the end.'
  if (to > today) return 'Nothing later than today can be shown.'
  return null
}

/** The label of a value; each list of choices is typed so that there is exactly one. */
export function labelOf<C extends { value: string; label: string }>(
  choices: readonly C[],
  value: C['value'],
): C['label'] {
  return choices.find((choice) => choice.value === value)?.label ?? value
}

function viewBy(search: ReportSearch): Record<string, string[]> {
  const chosen: Record<string, string[]> = {}
  for (const { field, key } of FIELDS) {
    const values = search[key]
    if (values?.length) chosen[field] = values
  }
  return chosen
}

/** The question to the server; null while a custom range is not complete. */
export function requestOf(search: ReportSearch, metric: string, today: Day): InventoryRequest | null {
  const custom = search.dates === 'custom'
  if (custom && rangeProblem(search.from, search.to, today)) return null
  return {
    metric,
    activeLease: search.area || 'All',
    dateRange: labelOf(RANGES, search.dates),
    frequency: labelOf(FREQUENCIES, search.every),
    activeViewBy: viewBy(search),
    segment: SEGMENTS.find(({ value }) => value === search.by)?.segment ?? '',
    startDate: (custom && search.from) || '',
    endDate: (custom && search.to) || '',
    graphType: '',
  }
}
