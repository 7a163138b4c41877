import { addDays, type Day, daysBetween, formatDay, formatMonth } from '@/shared/lib/days'
import { rankOf } from '../buckets'

/** Where an axis of single days can be named: each month that begins between two days, or these two where fewer than two do. */
export function marksBetween(first: Day, last: Day): { day: Day; axis: string; rank: number }[] {
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => addDays(first, at))
  const begins = days.filter((day) => day.endsWith('-01'))
  if (begins.length < 2) return [first, last].map((day) => ({ day, axis: formatDay(day), rank: 0 }))
  return begins.map((day) => ({ day, axis: formatMonth(day), rank: rankOf({ from: day, to: day }) }))
}
