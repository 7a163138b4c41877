import type { Series } from './figure'

/** How a line is drawn. Colour and dash together are never the same twice. */
export interface LineStyle {
  color: string
  dash?: string
}

const COLORS = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)']
const DASHES = [undefined, '6 4', '2 3', '10 4 2 4']

/**
 * The marks of an axis from 0 up: at most six, at steps of 1, 2 or 5 times a
 * power of ten, so that each is written exactly with one decimal.
 */
export function axisTicks(largest: number): number[] {
  const rough = Math.max(largest, 1) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? power)
  const count = Math.ceil(Math.max(largest, 1) / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** More lines than this cannot be told apart; the table has all of them. */
export const MOST_LINES = 8

export function lineStyle(index: number): LineStyle {
  const round = Math.floor(index / COLORS.length)
  return { color: COLORS[index % COLORS.length] ?? 'var(--series-1)', dash: DASHES[(index + round) % DASHES.length] }
}

/** The lines to draw: the largest by their last value, in the order they came. */
export function drawn(series: Series[]): Series[] {
  if (series.length <= MOST_LINES) return series
  const largest = [...series].sort((a, b) => (b.values.at(-1) ?? 0) - (a.values.at(-1) ?? 0)).slice(0, MOST_LINES)
  return series.filter((one) => largest.includes(one))
}
