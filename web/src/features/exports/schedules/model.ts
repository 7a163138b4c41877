import type { ExportQuery, Rhythm, Schedule } from '@/api'
import { RANGES } from '@/shared/lib/ranges'

/** The days of a week by their numbers: Monday is 1. */
export const WEEK_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const LAST_DAY = 31
const choice = (value: number, label: string) => ({ value: String(value), label })

export const RHYTHMS = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const

/** The days on which it can be mailed; a shorter month has its last day instead. */
export function daysOf(every: Rhythm['every']) {
  if (every === 'week') return WEEK_DAYS.map((name, i) => choice(i + 1, name))
  return Array.from({ length: LAST_DAY }, (_, i) => choice(i + 1, i + 1 === LAST_DAY ? 'The last' : String(i + 1)))
}

export const HOURS = [4, 5, 6, 7, 8, 9, 10, 11].map((hour) => choice(hour, `${hour}:00`))

/** The ranges that move with the day, those of the calendar first. */
export const MOVING = [
  'Last week',
  'Last month',
  ...RANGES.map(({ label }) => label).filter((label) => label !== 'Custom'),
]
type Range = NonNullable<ExportQuery['dateRange']>

/** The range that a schedule begins with: the one that is shown if it moves with the day; null for what is about today alone. */
export function rangeOf({ metric, dateRange }: ExportQuery, every: Rhythm['every']): Range | null {
  if (metric === 'Snapshot' || metric === 'Equipment' || dateRange === 'Snapshot') return null
  if (dateRange && dateRange !== 'Custom') return dateRange
  return every === 'week' ? 'Last week' : 'Last month'
}

/** The question week by week: of dates that move, and of all that is known then. */
export function regular(
  { startDate: _from, endDate: _to, knownOn: _known, ...query }: ExportQuery,
  range: string | null,
) {
  return range === null ? query : { ...query, dateRange: range as Range }
}

/** "every Monday at 7:00", "on day 3 of every month at 7:00" */
export function rhythmWords({ every, on, at }: Rhythm): string {
  if (every === 'week') return `every ${WEEK_DAYS[on - 1]} at ${at}:00`
  return `on ${on === LAST_DAY ? 'the last day' : `day ${on}`} of every month at ${at}:00`
}

/** What its numbers are about, beside its name: its dates, or nothing for what is about today. */
export function aboutWords({ query }: Pick<Schedule, 'query'>): string {
  return rangeOf(query, 'week') ?? 'the day itself'
}
