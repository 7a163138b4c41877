import { formatInstant } from '@/shared/lib/days'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'} ago`

/** Until when somebody stays signed in who does not come back. */
export function until(at = 0): string {
  return `until ${formatInstant(at)} if nobody comes back`
}

/** How long ago an instant was, as precisely as anybody needs. Both are Unix milliseconds. */
export function ago(at: number, now: number): string {
  const past = Math.max(0, now - at)
  if (past < 2 * MINUTE_MS) return 'just now'
  if (past < HOUR_MS) return count(Math.floor(past / MINUTE_MS), 'minute')
  if (past < DAY_MS) return count(Math.floor(past / HOUR_MS), 'hour')
  if (past < 7 * DAY_MS) return count(Math.floor(past / DAY_MS), 'day')
  return `on ${formatInstant(at)}`
}
