import type { Series } from './figure'
import type { Unit } from './metrics'

/** How a line is drawn. Colour and dash together are never the same twice. */
export interface LineStyle {
  color: string
  dash?: string
}

/** How a layer of a column is filled, by the same rule. */
export interface LayerStyle {
  color: string
  pattern: 'full' | 'stripes' | 'dots' | 'bars'
}

const COLORS = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)']
const DASHES = [undefined, '6 4', '2 3', '10 4 2 4']
const PATTERNS = ['full', 'stripes', 'dots', 'bars'] as const

type Sized = Partial<Pick<Series, 'step' | 'key'>>

/** Beside sizes, what has none keeps away from the first colour, which is like those of the sizes. */
const APART = COLORS.slice(1)

/** All that are not drawn by themselves, together. */
const OTHERS = 'others'

const colorOf = (index: number, { step, key }: Sized) => {
  if (key === OTHERS) return 'var(--field)'
  if (step) return `var(--size-${step})`
  const colors = step === 0 ? APART : COLORS
  return colors[index % colors.length] ?? 'var(--series-1)'
}
const shapeOf = (index: number, { step }: Sized) =>
  step === 0 ? Math.floor(index / APART.length) : index + Math.floor(index / COLORS.length)

export function lineStyle(index: number, sized: Sized = {}): LineStyle {
  return { color: colorOf(index, sized), dash: DASHES[shapeOf(index, sized) % DASHES.length] }
}

export function layerStyle(index: number, sized: Sized = {}): LayerStyle {
  return { color: colorOf(index, sized), pattern: PATTERNS[shapeOf(index, sized) % PATTERNS.length] ?? 'full' }
}

/** True if there are more layers than colours, so that textures have to tell them apart on a screen too. */
export function textured(series: readonly Sized[]): boolean {
  return new Set(series.map((one, index) => colorOf(index, one))).size < series.length
}

/** The smallest step of an axis: animals are whole, sizes and shares are told to a tenth. */
const SMALLEST: Record<Unit, number> = { animals: 1, mm: 0.1, percent: 0.1 }

/**
 * The marks of an axis from 0 up: at most six, at steps of 1, 2 or 5 times a
 * power of ten, so that each is written exactly with one decimal.
 */
export function axisTicks(largest: number, unit: Unit): number[] {
  const smallest = SMALLEST[unit]
  // What is a hair above a mark by rounding alone needs no further mark.
  const top = Math.max(Math.round(largest * 1e6) / 1e6, smallest)
  const rough = top / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(smallest, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? power)
  const count = Math.ceil(Math.round((top / step) * 1e6) / 1e6)
  return Array.from({ length: count + 1 }, (_, index) => Math.round(index * step * 10) / 10)
}

/** More lines or layers than this cannot be told apart; the table has all of them. */
export const MOST_LINES = 8

const known = (values: (number | null)[]) => values.filter((value) => value !== null)

/** The last number of a series that is known; null where none is. */
export function lastKnown({ values }: Series): number | null {
  return known(values).at(-1) ?? null
}

export function sumOf({ values }: Series): number {
  return known(values).reduce((sum, value) => sum + value, 0)
}

function largestBy(series: Series[], count: number, size: (one: Series) => number): Series[] {
  const largest = [...series].sort((a, b) => size(b) - size(a)).slice(0, count)
  return series.filter((one) => largest.includes(one))
}

/** The lines to draw: the largest by their last value, or by all of them where each bucket has its own, in the order they came. */
export function drawn(series: Series[], inBucket = false): Series[] {
  if (series.length <= MOST_LINES) return series
  return largestBy(series, MOST_LINES, inBucket ? sumOf : (one) => lastKnown(one) ?? 0)
}

/** More bars than this are no picture any more, and longer than a screen. */
export const MOST_BARS = 20

/** The bars to draw: the largest, in the order they came. */
export function barsOf(series: Series[]): Series[] {
  return series.length <= MOST_BARS ? series : largestBy(series, MOST_BARS, sumOf)
}

/** The layers that are anything at all in these dates; those that are nothing would only fill the legend. */
export function present(series: Series[]): Series[] {
  const some = series.filter(({ values }) => known(values).some((value) => value !== 0))
  return some.length > 0 ? some : series
}

/** The layers to stack: the largest, and all others as one, so that the columns keep their height. */
export function stacked(series: Series[]): Series[] {
  if (series.length <= MOST_LINES) return series
  const largest = largestBy(series, MOST_LINES - 1, sumOf)
  const others = series.filter((one) => !largest.includes(one))
  const values = (series[0]?.values ?? []).map((_, row) => {
    const numbers = known(others.map((one) => one.values[row] ?? null))
    return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) : null
  })
  const sized = series.some(({ step }) => step !== undefined)
  return [...largest, { key: OTHERS, label: `${others.length} others`, values, ...(sized && { step: 0 }) }]
}

/** The highest point of a chart; of columns, that of the layers together. */
export function topOf(series: Series[], columns: boolean): number {
  let top = 0
  for (const row of series[0]?.values.keys() ?? []) {
    const numbers = known(series.map(({ values }) => values[row] ?? null))
    top = Math.max(top, columns ? numbers.reduce((sum, value) => sum + value, 0) : Math.max(...numbers))
  }
  return top
}

/** Where a line shows a dot: at its end, and where it stands alone between gaps. */
export function dotsOf({ values }: Series): Set<number> {
  const has = (index: number) => (values[index] ?? null) !== null
  const last = values.reduce((at, value, index) => (value === null ? at : index), -1)
  return new Set(values.flatMap((_, i) => (has(i) && (i === last || (!has(i - 1) && !has(i + 1))) ? [i] : [])))
}
