import type { Bucket, Report } from '@/api'
import {
  addDays,
  type Day,
  dayAndMonth,
  daysBetween,
  formatDay,
  formatMonth,
  formatRange,
  monthName,
} from '@/shared/lib/days'
import { metricOf } from './metrics'
import type { FrequencyKey } from './model'

type Span = Pick<Bucket, 'from' | 'to'>

const FREQUENCY_KEYS: Record<string, FrequencyKey> = { Yearly: 'year', Monthly: 'month', Weekly: 'week', Daily: 'day' }

/** How long the buckets of an answer are. */
export function everyOf({ frequency }: Pick<Report, 'frequency'>): FrequencyKey {
  return FREQUENCY_KEYS[frequency] ?? 'month'
}

/** The month, quarter or year of a day, in figures that differ between any two. */
const MONTH = (day: Day) => day.slice(0, 7)
const QUARTER = (day: Day) => `${day.slice(0, 4)}-${Math.ceil(Number(day.slice(5, 7)) / 3)}`
const YEAR = (day: Day) => day.slice(0, 4)
const FIVE_YEARS = (day: Day) => `${Math.floor(Number(YEAR(day)) / 5)}`
const DECADE = (day: Day) => day.slice(0, 3)
const MONDAY = (day: Day) => `${Math.floor(daysBetween('1970-01-05', day) / 7)}`

/** True if the range begins or ends within the bucket, so that it is less than the others. */
export function isPart({ from, to }: Span, every: FrequencyKey): boolean {
  if (every === 'day') return false
  if (every === 'week') return daysBetween(from, to) < 6
  const period = every === 'month' ? MONTH : YEAR
  return period(addDays(from, -1)) === period(from) || period(addDays(to, 1)) === period(to)
}

/** A bucket's name: its year or month, or the days that it holds where these are a week, or a part of one, of a month or of a year. */
export function bucketName(span: Span, every: FrequencyKey): string {
  const { from, to } = span
  if (every === 'day') return formatDay(to)
  if (every === 'week' || isPart(span, every)) return formatRange(from, to)
  return every === 'year' ? YEAR(to) : formatMonth(to)
}

/** A bucket's name on the axis: as short as can be without doubt. */
function axisName(span: Span, every: FrequencyKey, years: number): string {
  const { from, to } = span
  if (years > 1) return bucketName(span, every)
  if (every === 'day') return dayAndMonth(to)
  if (every === 'week' || isPart(span, every)) return formatRange(from, to).replace(/ \d{4}$/, '')
  return every === 'year' ? YEAR(to) : monthName(to)
}

/** What begins with a bucket, from the finest to the coarsest; each begins a calendar date that an axis can stand on. */
const UNITS = [MONDAY, MONTH, QUARTER, YEAR, FIVE_YEARS, DECADE]

/** The highest rank. */
export const COARSEST = UNITS.length

/** How many of these begin with the bucket, in this order. */
export function rankOf({ from, to }: Span): number {
  const before = addDays(from, -1)
  return UNITS.findLastIndex((unit) => unit(before) !== unit(to)) + 1
}

export interface BucketName {
  axis: string
  /** The same where that has no room. */
  brief: string
  full: string
  /** How coarse the unit of the calendar is that begins with it; 0 for none. */
  rank: number
  /** What it holds is less than the others hold, because it is a part. */
  part: boolean
}

/** The names of the buckets: short, and in full; what is so at the end says so. */
export function namesOf(answer: Report): BucketName[] {
  return spanNames(answer.data, everyOf(answer), metricOf(answer).inBucket)
}

/** The same of any buckets; inBucket if what happened in each is shown, not how things were at its end. */
export function spanNames(rows: readonly Span[], every: FrequencyKey, inBucket: boolean): BucketName[] {
  const years = new Set(rows.map((row) => YEAR(row.to))).size
  return rows.map((row) => {
    const name = bucketName(row, every)
    const axis = axisName(row, every, years)
    return {
      axis,
      brief: axis.replace(' to ', '–'),
      full: inBucket || row.from === row.to ? name : `${formatDay(row.to)}, end of ${axisName(row, every, 1)}`,
      rank: rankOf(row),
      part: inBucket && isPart(row, every),
    }
  })
}

/** The spans of the buckets that are parts, in words; empty where there are none. */
export function partWords(answer: Report, columns: boolean): string {
  return metricOf(answer).inBucket ? partsWords(answer.data, everyOf(answer), columns) : ''
}

export function partsWords(rows: readonly Span[], every: FrequencyKey, columns: boolean): string {
  const parts = rows.filter((row) => isPart(row, every))
  if (parts.length === 0) return ''
  return `${columns ? 'Outlined' : 'Thin'}: only a part of a ${every}, ${parts.map(({ from, to }) => formatRange(from, to)).join(' and ')}.`
}

/** More columns than this have no room side by side. */
export const MOST_COLUMNS = 200

const COARSER = [
  { frequency: 'Weekly', unit: MONDAY },
  { frequency: 'Monthly', unit: MONTH },
  { frequency: 'Yearly', unit: YEAR },
]

/** The answer by a longer bucket, so that its columns have room. */
export function withRoom(answer: Report): Report {
  const from = COARSER.findIndex(({ frequency }) => frequency === answer.frequency) + 1
  let fitting = answer
  for (const { frequency, unit } of COARSER.slice(from)) {
    if (fitting.data.length <= MOST_COLUMNS) break
    const groups = new Map<string, Bucket[]>()
    for (const row of answer.data) groups.set(unit(row.to), [...(groups.get(unit(row.to)) ?? []), row])
    fitting = { ...answer, frequency, data: [...groups.values()].map((rows) => together(answer, rows)) }
  }
  return fitting
}

/** Some buckets as one: their sum where each stands for itself, else how things are at the end of the last. */
function together(answer: Report, rows: Bucket[]): Bucket {
  const [first, last] = [rows[0], rows.at(-1)] as [Bucket, Bucket]
  const harvest = rows.reduce((sum, row) => sum + row.harvest, 0)
  const { lastYear: _, ...rest } = last // a year before is drawn beside buckets as they were asked for only
  const span = { ...rest, from: first.from, harvest }
  if (!metricOf(answer).inBucket) return span
  const share = answer.unit === 'percent'
  const sum = (of: (row: Bucket) => number | null) => {
    const parts = rows.flatMap((row) => {
      const value = of(row)
      return value === null ? [] : [share ? value * row.harvest : value]
    })
    if (parts.length === 0) return null
    const all = parts.reduce((one, other) => one + other, 0)
    return share ? all / harvest : all
  }
  return {
    ...span,
    value: sum((row) => row.value),
    values: last.values.map((_, at) => sum((row) => row.values[at] ?? null)),
  }
}

const PLURAL: Record<FrequencyKey, string> = { year: 'years', month: 'months', week: 'weeks', day: 'days' }

/** Why the columns are longer than what was asked for; empty where they are not. */
export function roomWords(answer: Report, drawn: Report): string {
  if (answer === drawn) return ''
  const count = answer.data.length.toLocaleString('en-US')
  return `Drawn by ${everyOf(drawn)}: ${count} ${PLURAL[everyOf(answer)]} have no room for a column each. The table has them all.`
}
