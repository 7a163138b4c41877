import type { DashboardReport, Square } from '@/api'
import { formatDay, formatRange } from '@/shared/lib/days'
import { exact, millimetres, percent, short } from '@/shared/lib/numbers'
import { VIEW_BY, viewByLabel } from '@/shared/lib/viewBy'
import { hasRange, metricNamed, numberOf, type Shown } from './model'

/** "Inventory, Last 90 days"; containers are always today's. */
export function squareName({ metric, dateRange }: Pick<DashboardReport, 'metric' | 'dateRange'>): string {
  return hasRange({ metric }) ? `${metric}, ${dateRange}` : 'Containers in Use'
}

/** The chosen view-by values: "beach or raft, March"; empty for all animals. */
export function filterWords({ activeViewBy }: Pick<DashboardReport, 'activeViewBy'>): string {
  return VIEW_BY.map(({ field }) => (activeViewBy[field] ?? []).map((value) => viewByLabel(field, value)).join(' or '))
    .filter(Boolean)
    .join(', ')
}

export interface Figure {
  /** What is shown large. */
  shown: string
  unit: string
  /** Every digit, for screen readers. */
  spoken: string
}

/** The number of a square as shown and as spoken. */
export function figureOf(square: Pick<Square, 'metric'> & Shown): Figure {
  const value = numberOf(square)
  if (value === null) return { shown: '–', unit: '', spoken: missing(square.metric) }
  if (metricNamed(square.metric)?.unit === 'mm') {
    return { shown: millimetres(value), unit: 'mm', spoken: `${millimetres(value)} mm` }
  }
  if (isRate(square)) return { shown: percent(value), unit: '', spoken: percent(value) }
  return { shown: short(value), unit: '', spoken: exact(value) }
}

function isRate({ metric }: Pick<Square, 'metric'>): boolean {
  return metricNamed(metric)?.unit === 'percent'
}

function missing(metric: string): string {
  return metricNamed(metric)?.unit === 'mm' ? 'No size known' : 'Nothing is known'
}

/** What a number is compared with: "on 25 Aug 2026" or, for sums over days, "from 28 May to 25 Aug 2026". */
function periodBefore({ previousFrom, previousTo }: Pick<Square, 'previousFrom' | 'previousTo'>): string {
  if (!previousTo) return 'before' // the release before does not tell the days
  return previousFrom === previousTo ? `on ${formatDay(previousTo)}` : `from ${formatRange(previousFrom, previousTo)}`
}

const MANY = 10

function countChange(value: number, previous: number): string {
  if (value === previous) return 'the same as'
  if (previous === 0) return `${exact(value)} more than`
  if (value >= MANY * previous) return `${exact(Math.round(value / previous))} times as many as`
  const percent = (100 * Math.abs(value - previous)) / previous
  const direction = value < previous ? 'fewer' : 'more'
  if (percent < 1) return `less than 1% ${direction} than`
  // While anything is left, it is not 100% fewer.
  return `${value > 0 && value < previous ? Math.min(99, Math.round(percent)) : Math.round(percent)}% ${direction} than`
}

function sizeChange(value: number, previous: number): string {
  const change = millimetres(Math.abs(value - previous), 1)
  if (Number(change) === 0) return 'the same as'
  return `${change} mm ${value < previous ? 'smaller' : 'larger'} than`
}

/** Two rates differ by points. */
function rateChange(value: number, previous: number): string {
  const points = millimetres(Math.abs(value - previous), 1)
  if (Number(points) === 0) return 'the same as'
  return `${points} points ${value < previous ? 'lower' : 'higher'} than`
}

type Compared = Pick<Square, 'metric' | 'previous' | 'previousFrom' | 'previousTo'> & Shown

const CHANGES: Record<string, typeof countChange> = { mm: sizeChange, percent: rateChange }

/** The change since the previous period, in words: "12% fewer than on 25 Aug 2026". Empty if nothing can be compared. */
export function changeWords(square: Compared): string {
  const { metric, previous } = square
  const value = numberOf(square)
  if (value === null || previous === null) return ''
  const change = (CHANGES[metricNamed(metric)?.unit ?? ''] ?? countChange)(value, previous)
  return `${change} ${periodBefore(square)}`
}

/** Up or down, as a mark before the words; empty if there are none, or nothing has changed. */
export function changeMark(square: Compared): '▲' | '▼' | '' {
  const { previous } = square
  const value = numberOf(square)
  if (value === null || previous === null || changeWords(square).startsWith('the same')) return ''
  return value > previous ? '▲' : '▼'
}

/** "12 spots are unused", for a square about containers. */
export function unusedWords({ unused }: Pick<Square, 'unused'>): string {
  if (unused === null) return ''
  return unused === 1 ? '1 spot is unused' : `${exact(unused)} spots are unused`
}

/** Counts are drawn from zero; no animal shrinks to nothing, so sizes fill the height. */
export function fromZero({ metric }: Pick<Square, 'metric'>): boolean {
  return metricNamed(metric)?.unit !== 'mm'
}

/** The ends of a line's scale where it does not begin at zero: "39.8 to 61.2 mm"; else empty. */
export function reachWords({ metric, data }: Pick<Square, 'metric' | 'data'>): string {
  const values = (data ?? []).flatMap(({ value }) => (value === null ? [] : [value]))
  if (fromZero({ metric }) || values.length < 2) return ''
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => millimetres(value, 1))
  return low === high ? '' : `${low} to ${high} mm`
}

/** What a line shows, for those who cannot see it. */
export function lineWords({ metric, span, data }: Pick<Square, 'metric' | 'span' | 'data'>): string {
  const say = (value: number) => {
    if (isRate({ metric })) return percent(value)
    return metricNamed(metric)?.unit === 'mm' ? `${millimetres(value, 1)} mm` : exact(value)
  }
  const known = (data ?? []).flatMap(({ to, value }) => (value === null ? [] : [{ to, value }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return `${metric}, ${span}: no numbers.`
  const values = known.map(({ value }) => value)
  const reach = `lowest ${say(Math.min(...values))}, highest ${say(Math.max(...values))}`
  return `${metric}, ${span}: ${say(first.value)} on ${formatDay(first.to)}, ${say(last.value)} on ${formatDay(last.to)}, ${reach}.`
}
