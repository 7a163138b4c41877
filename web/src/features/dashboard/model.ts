import { type DashboardReport, type Farm, limits, METRIC_TABLE, type Square } from '@/api'

/** The props of the dashboard; the growing area lives in the URL, with that of the other reports. */
export interface DashboardProps {
  farm: Farm
  search: { area: string }
  onChange: (part: { area: string }) => void
  /** What the address of a square's report says. */
  toReport: (square: Square) => object
  /** Opens a square's number to the entries that make it. */
  onExplain: (square: Square) => void
}

/** Everything that a square can show (DASH-2). */
export const METRICS = METRIC_TABLE.map(({ name }) => name)

/** What the server's table says about a metric; undefined for one that it no longer has. */
export function metricNamed(metric: string) {
  return METRIC_TABLE.find(({ name }) => name === metric)
}

export const SPANS = ['monthly', 'weekly', 'daily'] as const

/** The server refuses more (DASH-5). */
export const MOST_SQUARES = limits.dashboardRules.squares

const SNAPSHOT = 'Snapshot'
const OVER_TIME = ['Last 7 Days', 'Last 30 days', 'Last 90 days', 'Last 180 days', 'Last 365 days']
const THIRD = 'Last 90 days'

function hasSnapshot(metric: string): boolean {
  return metricNamed(metric)?.snapshot ?? false
}

/** The date ranges that a metric may have (DASH-4). */
export function rangesOf(metric: string): string[] {
  return hasSnapshot(metric) ? [...OVER_TIME, SNAPSHOT] : OVER_TIME
}

/** Containers are only counted today, so a range would change nothing. */
export function hasRange({ metric }: Pick<DashboardReport, 'metric'>): boolean {
  return metricNamed(metric)?.unit !== 'containers'
}

/** A line is drawn for anything with a range; the span says how far apart its points are (REP-12). */
export function hasSpan(report: Pick<DashboardReport, 'metric' | 'dateRange'>): boolean {
  return hasRange(report) && report.dateRange !== SNAPSHOT
}

/** The square with another metric. One without a snapshot falls back to the third range (DASH-4). */
export function withMetric<R extends DashboardReport>(report: R, metric: string): R {
  const dateRange = report.dateRange === SNAPSHOT && !hasSnapshot(metric) ? THIRD : report.dateRange
  return { ...report, metric, dateRange }
}

/** A square that is being edited. Its key stays with it while it moves. */
export interface Draft extends DashboardReport {
  key: string
}

/** The name under which the choices made in edit mode are kept. */
export const KEPT_SQUARES = 'dashboard'

const draftKey = (index: number) => `square-${index}`

export function draftsOf(squares: readonly Square[]): Draft[] {
  return squares.map((square, index) => ({ ...reportOf(square), key: draftKey(index) }))
}

/** What is stored of a square, without its numbers. */
export function reportOf({ activeViewBy, metric, dateRange, span }: DashboardReport): DashboardReport {
  return { activeViewBy, metric, dateRange, span }
}

/** The squares with a new one at the end, unless there is no place left. */
export function withAdded(drafts: readonly Draft[]): Draft[] {
  if (drafts.length >= MOST_SQUARES) return [...drafts]
  const used = new Set(drafts.map(({ key }) => key))
  let index = drafts.length
  while (used.has(draftKey(index))) index += 1
  return [
    ...drafts,
    { activeViewBy: {}, metric: 'Inventory', dateRange: SNAPSHOT, span: 'monthly', key: draftKey(index) },
  ]
}

/** The list with one item moved. A place that does not exist changes nothing. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return [...list]
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}

/** The values of a field after one was pressed; a field without any is left out. */
export function withToggled(viewBy: Record<string, string[]>, field: string, value: string): Record<string, string[]> {
  const { [field]: before = [], ...others } = viewBy
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return values.length > 0 ? { ...others, [field]: values } : others
}

function comparable({ activeViewBy, ...rest }: DashboardReport): unknown {
  const chosen = Object.entries(activeViewBy).map(([field, values]) => [field, [...values].sort()] as const)
  return { ...reportOf({ activeViewBy: {}, ...rest }), chosen: chosen.sort(([a], [b]) => a.localeCompare(b)) }
}

/** True when a save would store the same squares: the order in which filters were chosen makes no difference. */
export function sameReports(a: readonly DashboardReport[], b: readonly DashboardReport[]): boolean {
  return JSON.stringify(a.map(comparable)) === JSON.stringify(b.map(comparable))
}

/** Squares go in two rows, the first half in the first (DASH-1). */
export function columnsOf(count: number): number {
  return Math.max(1, Math.ceil(count / 2))
}

/** The parts into which the width is divided, and how many of them each square takes: both rows are full. */
export function sharesOf(count: number): { parts: number; shares: number[] } {
  const first = columnsOf(count)
  const second = Math.max(1, count - first)
  return {
    parts: first * second,
    shares: Array.from({ length: count }, (_, index) => (index < first ? second : first)),
  }
}

/** On a phone numbers stand in pairs; a line has the whole width, and so has a number that nothing stands beside. */
export function wholeWidths(lines: readonly boolean[]): boolean[] {
  let first = false
  return lines.map((line, index) => {
    const second = first
    first = !line && !second && lines[index + 1] === false
    return !first && !second
  })
}

/** Where a square has its number. */
export type Shown = Pick<Square, 'count' | 'size' | 'percent' | 'total'>

/** The number of a square; null if there is none. */
export function numberOf({ count, size, percent, total }: Shown): number | null {
  return count ?? size ?? percent ?? total
}

/** True if the farm has no animals and no square has anything else to show: its book is empty, or everything is sold. */
export function isBare(squares: readonly Square[]): boolean {
  const none = squares.some(
    (square) => square.metric === 'Inventory' && square.count === 0 && Object.keys(square.activeViewBy).length === 0,
  )
  return none && squares.every((square) => !numberOf(square) && !square.data?.some(({ value }) => value))
}
