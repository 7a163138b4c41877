/** A calendar day as the API sends it, YYYY-MM-DD. It has no time and no zone. */
export type Day = string

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MS_PER_DAY = 86_400_000
const UTC = 'UTC'

interface Parts {
  year: number
  month: number
  day: number
}

/** Reads the calendar day at the start of a text (an ISO instant will do); null for anything that is not a real day. */
export function parseDay(text: string): Parts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/.exec(text)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return { year, month, day }
}

export function isDay(text: string): boolean {
  return text.length === 10 && parseDay(text) !== null
}

/** "30 Nov 2017"; a text that is not a day comes back as it is, so that no record looks empty when it is not. */
export function formatDay(text: string): string {
  const parts = parseDay(text)
  return parts ? `${parts.day} ${MONTHS[parts.month - 1]} ${parts.year}` : text
}

/** "1 Mar to 30 Nov 2017", "24 to 31 Aug 2017", "30 Nov 2017": what both days share is said once. */
export function formatRange(from: Day, to: Day): string {
  const a = parseDay(from)
  const b = parseDay(to)
  if (!a || !b) return `${from} to ${to}`
  if (from === to) return formatDay(to)
  if (a.year !== b.year) return `${formatDay(from)} to ${formatDay(to)}`
  return `${a.month === b.month ? a.day : dayAndMonth(from)} to ${formatDay(to)}`
}

/** "Nov 2017" */
export function formatMonth(text: Day): string {
  const parts = parseDay(text)
  return parts ? `${MONTHS[parts.month - 1]} ${parts.year}` : text
}

/** "Nov": for the labels of an axis, as is dayAndMonth. */
export function monthName(text: Day): string {
  const parts = parseDay(text)
  return parts ? (MONTHS[parts.month - 1] ?? text) : text
}

export function dayAndMonth(text: Day): string {
  const parts = parseDay(text)
  return parts ? `${parts.day} ${MONTHS[parts.month - 1]}` : text
}

/** "23 August" */
export function longDay(text: Day): string {
  if (!parseDay(text)) return text
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: UTC }).format(new Date(text))
}

/** "Saturday 21 November 2026" */
export function weekDay(text: Day): string {
  if (!parseDay(text)) return text
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: UTC } as const
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(text))
}

function epochDay(text: Day): number {
  const parts = parseDay(text)
  return parts ? Date.UTC(parts.year, parts.month - 1, parts.day) / MS_PER_DAY : Number.NaN
}

/** Whole days from one day to another; negative when the second is earlier, NaN when either is not a day. */
export function daysBetween(from: Day, to: Day): number {
  return epochDay(to) - epochDay(from)
}

/** A day that many days later, or earlier if the number is negative; a text that is not a day comes back as it is. */
export function addDays(day: Day, days: number): Day {
  const parts = parseDay(day)
  return parts ? new Date(Date.UTC(parts.year, parts.month - 1, parts.day + days)).toISOString().slice(0, 10) : day
}

const LONG = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: UTC })

/** The heading above what belongs to a day: "Today, 21 November", "Friday 20 November", in another year "30 Nov 2017". */
export function dayHeading(day: Day, today: Day): string {
  const at = parseDay(day)
  const now = parseDay(today)
  if (!at || at.year !== now?.year) return formatDay(day)
  const words = LONG.format(Date.UTC(at.year, at.month - 1, at.day)).replace(',', '')
  const near = day === today ? 'Today' : day === addDays(today, -1) ? 'Yesterday' : ''
  return near ? words.replace(/^\S+/, `${near},`) : words
}

/** The same day in another month, or that month's last day if it is shorter. */
export function addMonths(text: Day, months: number): Day {
  const parts = parseDay(text)
  if (!parts) return text
  const last = new Date(Date.UTC(parts.year, parts.month + months, 0)).getUTCDate()
  const day = Math.min(parts.day, last)
  return new Date(Date.UTC(parts.year, parts.month - 1 + months, day)).toISOString().slice(0, 10)
}

/**
 * Today at a farm, whose clocks are so many minutes ahead of UTC: the server's word,
 * because the reader's own table of time zones may be older or newer. The release
 * before this one, which may run beside it, does not say it.
 */
export function todayAt(
  { timeZone, utcOffset }: { timeZone?: string; utcOffset?: number },
  now: Date = new Date(),
): Day {
  if (utcOffset === undefined) return dayIn(timeZone, now)
  return new Date(now.getTime() + utcOffset * 60_000).toISOString().slice(0, 10)
}

/** The day of an instant on the calendar of a time zone; an unknown zone falls back to the reader's own. */
export function dayIn(timeZone?: string, now: Date = new Date()): Day {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en-CA', { ...options, timeZone: timeZone || undefined }).format(now)
  } catch {
    return new Intl.DateTimeFormat('en-CA', options).format(now)
  }
}

export function currentYear(): number {
  return new Date().getFullYear()
}

/**
 * An instant (Unix milliseconds) as "20 Nov 2026, 14:05 PST", always with its
 * zone: the farm's for what belongs to a farm, UTC for all else and for a zone
 * that is unknown.
 */
export function formatInstant(instant: number, timeZone?: string): string {
  const zone = timeZone || UTC
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const
  try {
    const clock = new Intl.DateTimeFormat('en-US', { ...time, timeZone: zone }).format(instant)
    return `${formatDay(dayIn(zone, new Date(instant)))}, ${clock}`
  } catch {
    return formatInstant(instant, UTC)
  }
}
