import { addDays, addMonths, type Day, daysBetween, formatMonth, monthName, parseDay } from '@/shared/lib/days'

/** A step line of the living animals, filled below, one unit wide per day. */
export function pathOf(animals: readonly number[], known: number, height: number): string {
  const most = Math.max(1, ...animals)
  const y = (n: number) => (height - 1 - ((height - 4) * n) / most).toFixed(1)
  let [path, last] = [`M${known} ${height}`, '']
  for (const [index, n] of animals.entries()) {
    const now = y(n)
    if (now !== last || index === animals.length - 1) path += `H${known + index}V${now}`
    last = now
  }
  return `${path}V${height}Z`
}

export interface Tick {
  at: number
  label: string
}

/** Months per tick, so that a phone has room for all of them. */
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120]
const MOST_TICKS = 8
/** From this step on every tick says its year, because a phone shows only every other one. */
const HALF_YEAR = 6

/** Ticks at the start of months; January says its year. */
export function ticksOf(first: Day, last: number): Tick[] {
  const end = addDays(first, last)
  const step = STEPS.find((months) => last / (months * 30.4) <= MOST_TICKS) ?? 240
  const ticks: Tick[] = []
  const { year, month } = parseDay(first) ?? { year: 1970, month: 1 }
  const skip = (step - ((year * 12 + month - 1) % step)) % step
  for (let day = addMonths(`${first.slice(0, 8)}01`, skip || step); day <= end; day = addMonths(day, step)) {
    const named = parseDay(day)?.month === 1 || ticks.length === 0 || step >= HALF_YEAR
    ticks.push({ at: daysBetween(first, day), label: named ? formatMonth(day) : monthName(day) })
  }
  return ticks
}
