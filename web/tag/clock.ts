import type { Text } from './page'
import { text } from './text'
import { EN } from './words'

const DAY_MS = 86_400_000
const DAY_MIN = 1_440

/** Days since 1970-01-01 in UTC of 'YYYY-MM-DD', an ISO instant or Unix ms; null when it is none of them. */
export function readDay(value: Text): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.floor(value / DAY_MS) : null
  const raw = text(value)
  const parts = /^(\d{4})-(\d\d)-(\d\d)(T.+)?$/.exec(raw)
  if (!parts) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const start = Date.UTC(year, month - 1, day)
  // Date.UTC turns 30 February into 2 March; a record that says so is not a date.
  if (new Date(start).getUTCDate() !== day || month < 1 || month > 12) return null
  const instant = parts[4] ? Date.parse(raw) : start
  return Number.isNaN(instant) ? null : Math.floor(instant / DAY_MS)
}

/** 'd MMM yyyy' in UTC. */
export function dayText(day: number, words = EN): string {
  const date = new Date(day * DAY_MS)
  return words.day(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear())
}

/** Minutes since midnight of '6:40 am' or '18:40', 0 for a blank time, null when it cannot be read. */
export function readTime(value: Text): number | null {
  const raw = text(value)
  if (raw === '') return 0
  const parts = /^(\d{1,2})(?::(\d\d))?(?::\d\d)?\s*(?:([ap])\.?m\.?)?$/i.exec(raw)
  if (!parts || (parts[2] === undefined && parts[3] === undefined)) return null
  const half = parts[3]?.toLowerCase()
  const minute = Number(parts[2] ?? 0)
  let hour = Number(parts[1])
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null
  if (half) hour = (hour % 12) + (half === 'p' ? 12 : 0)
  return hour * 60 + minute
}

/** 'h:mm am/pm'. */
export function timeText(minutes: number, words = EN): string {
  return words.time(Math.floor(minutes / 60), minutes % 60)
}

export interface Moment {
  label: string
  /** For <time datetime>; missing when the date could not be read. */
  iso?: string
}

/** A day without a time of its own; a date nobody can read is shown as it was recorded. */
export function dayMoment(date: Text, words = EN): Moment | null {
  const day = readDay(date)
  if (day !== null) return { label: dayText(day, words), iso: isoDay(day) }
  const label = text(date)
  return label === '' ? null : { label }
}

/** A day and its time. By the specification a blank time means 12:00 am, so that is what is shown. */
export function moment(date: Text, time: Text, words = EN): Moment | null {
  const day = dayMoment(date, words)
  const minutes = readTime(time)
  const clock = minutes === null ? text(time) : timeText(minutes, words)
  if (!day) return text(time) === '' ? null : { label: clock }
  return { label: `${day.label}, ${clock}`, iso: day.iso }
}

/** How far apart two moments are: to the minute where both have a time, else in days; null where that cannot be said. */
export function between(from: At, to: At, words = EN): string | null {
  if (from.day === null || to.day === null) return null
  const timed = from.minutes !== null && to.minutes !== null
  const minutes = (to.day - from.day) * DAY_MIN + (timed ? (to.minutes ?? 0) - (from.minutes ?? 0) : 0)
  if (minutes <= 0) return null
  const [days, hours, rest] = [Math.floor(minutes / DAY_MIN), Math.floor((minutes % DAY_MIN) / 60), minutes % 60]
  const parts = [days > 0 && words.days(days), hours > 0 && `${hours} h`, days === 0 && rest > 0 && `${rest} min`]
  return parts.filter(Boolean).join(' ')
}

/** A day and the minute of it, null where it is not on record: a blank time is shown as midnight, but nothing is counted from it. */
export interface At {
  day: number | null
  minutes: number | null
}

export function readAt(date: Text, time: Text): At {
  return { day: readDay(date), minutes: text(time) === '' ? null : readTime(time) }
}

function isoDay(day: number): string | undefined {
  const iso = new Date(day * DAY_MS).toISOString()
  return /^\d{4}-/.test(iso) ? iso.slice(0, 10) : undefined
}
