import type { ComponentType } from 'react'
import { type Farm, METRIC_TABLE, type ReportRequest } from '@/api'
import type { Day } from '@/shared/lib/days'
import { RANGES, type RangeKey } from '@/shared/lib/ranges'
import { VIEW_BY, type ViewByField } from '@/shared/lib/viewBy'
import type { HistoryEntry } from '@/shared/ui/useTyping'

/** The nine things by which animals can be told apart, with their short names in the URL (REP-13). */
const FIELD_KEYS = {
  oysterType: 'animal',
  seedSource: 'seed',
  year: 'year',
  month: 'month',
  sizeLabel: 'size',
  meshSize: 'equipment',
  nickname: 'fill',
  datePlanted: 'planted',
  locationPlanted: 'place',
} as const satisfies Record<ViewByField, string>

export const FIELDS = VIEW_BY.map(({ field, label }) => ({ field, label, key: FIELD_KEYS[field] }))

export type FieldKey = (typeof FIELD_KEYS)[ViewByField]

/** Frequencies (REP-12), each with the words that speak of one bucket. */
export const FREQUENCIES = [
  { value: 'year', label: 'Yearly' },
  { value: 'month', label: 'Monthly' },
  { value: 'week', label: 'Weekly' },
  { value: 'day', label: 'Daily' },
] as const

export type FrequencyKey = (typeof FREQUENCIES)[number]['value']

/** The range that the farm's season begins, in the API's words. */
export const SEASON = labelOf(RANGES, 'season')

/** What the numbers are split by: the lines of a chart. */
export const SEGMENTS = [
  { value: 'none', label: 'nothing', segment: '' },
  { value: 'area', label: 'Growing Area', segment: 'growingArea' },
  ...FIELDS.map(({ field, label, key }) => ({ value: key, label, segment: field })),
] as const

export type SegmentKey = (typeof SEGMENTS)[number]['value']

/** What the yield report counts (REP-6). */
export const COUNT_TYPES = [
  { value: 'all', label: 'All Count Types' },
  { value: 'stock', label: 'Shell Stock' },
  { value: 'harvested', label: 'Harvested' },
  { value: 'lost', label: 'Lost' },
  { value: 'size', label: 'By Size' },
] as const

export type CountType = (typeof COUNT_TYPES)[number]['value']

export const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

export type ReportView = (typeof VIEWS)[number]['value']

/** Inventory over time, or what is there today (REP-5). */
export const MODES = [
  { value: 'time', label: 'Over Time' },
  { value: 'snapshot', label: 'Snapshot' },
] as const

export type ReportMode = (typeof MODES)[number]['value']

export const GRAPHS = [
  { value: 'share', label: 'Share' },
  { value: 'count', label: 'Count' },
] as const

export type GraphType = (typeof GRAPHS)[number]['value']

type TableRow = (typeof METRIC_TABLE)[number]

/** A metric that is worked out by day. Containers are only known for today. */
export type MetricRow = Exclude<TableRow, { unit: 'containers' }>
export type MetricKey = MetricRow['key']
export type ComparedKey = Exclude<MetricKey, 'yield'>

/** The metrics of reports, as the server has them. */
export const REPORTED = METRIC_TABLE.filter((row): row is MetricRow => row.unit !== 'containers')

/** What a side of the comparison can show, in the order of its picker (REP-9). */
export const COMPARED = REPORTED.filter((row): row is Exclude<MetricRow, { key: 'yield' }> => row.key !== 'yield').map(
  ({ key, name }): { value: ComparedKey; label: string } => ({ value: key, label: name }),
)

/** The current key of a metric, for an address that has an older one. */
export function metricKey(key: string): string {
  return METRIC_TABLE.find(({ former }) => former !== '' && former === key)?.key ?? key
}

/** What a side of the comparison sets for itself; anything not set follows the reports. */
export interface SideSearch {
  metric?: ComparedKey
  by?: SegmentKey
  area?: string
  dates?: RangeKey
  from?: Day
  to?: Day
  view?: ReportView
  graph?: GraphType
}

export const SIDES = ['left', 'right'] as const

export type Side = (typeof SIDES)[number]

/** The same in the URL: leftMetric, rightDates and so on. */
type SidesSearch = { [K in keyof SideSearch as `${Side}${Capitalize<K>}`]?: SideSearch[K] }

/** The values that are chosen of each field; nothing where all pass. */
export type FieldSearch = { [field in FieldKey]?: string[] }

/** Everything that the Reports tab shows; lives in the URL. */
export type ReportSearch = {
  report: string
  /** A lease id; empty for all growing areas. */
  area: string
  dates: RangeKey
  from?: Day
  to?: Day
  /** The report as it was known at the end of this day; all that is known now where it is not set. */
  known?: Day
  /** Beside each number, the same days a year before. */
  before?: 'year'
  every: FrequencyKey
  by: SegmentKey
  view: ReportView
  mode: ReportMode
  count: CountType
  /** If not set, it depends on the metric: the yield is shown as a share, the others as a count. */
  graph?: GraphType
  /** The dates of the Harvest Log, which are not those of the reports. */
  logDates?: RangeKey
  logFrom?: Day
  logTo?: Day
} & FieldSearch &
  SidesSearch

export const REPORT_DEFAULTS = {
  report: 'snapshot',
  area: '',
  dates: '90',
  every: 'month',
  by: 'none',
  view: 'chart',
  mode: 'time',
  count: 'all',
} as const satisfies ReportSearch

export type OnReportChange = (part: Partial<ReportSearch>, entry?: HistoryEntry) => void

/** What every report is given. */
export interface ReportProps {
  farm: Farm
  search: ReportSearch
  onChange: OnReportChange
}

/** Reports that other features supply; one that is not given has no entry in the navigation. */
export interface ReportPanels {
  snapshot?: ComponentType<ReportProps>
  equipment?: ComponentType<ReportProps>
  exports?: ComponentType<ReportProps>
}

/** Called with the question behind the shown report, to have its numbers sent once, or every week or month (REP-4). */
export type OnExport = (query: ReportRequest, regularly?: boolean) => void

export interface ReportsTabProps extends ReportProps {
  /** Show the names of the reports above the chosen one. */
  names: boolean
  panels?: ReportPanels
  onExport?: OnExport
}

/** The label of a value; each list of choices is typed so that there is exactly one. */
export function labelOf<C extends { value: string; label: string }>(
  choices: readonly C[],
  value: C['value'],
): C['label'] {
  return choices.find((choice) => choice.value === value)?.label ?? value
}

/** The chosen filters by the API's names of their fields. */
export function viewBy(search: FieldSearch): Partial<Record<ViewByField, string[]>> {
  const chosen: Partial<Record<ViewByField, string[]>> = {}
  for (const { field, key } of FIELDS) {
    const values = search[key]
    if (values?.length) chosen[field] = values
  }
  return chosen
}
