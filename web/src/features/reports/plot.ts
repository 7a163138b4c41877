import { type BucketName, COARSEST } from './buckets'
import type { Series } from './figure'
import { axisTicks, dotsOf, lastKnown, topOf } from './lines'
import type { Unit } from './metrics'
import { onAxis } from './units'
import type { Size } from './useSize'

interface Mark {
  at: number
  text: string
}

/** What is said of a line where it ends. */
export interface LineEnd {
  label: string
  number: string
}

/** A chart in pixels. */
export interface Plot extends Size {
  left: number
  right: number
  bottom: number
  /** How far the buckets are apart, and the middle of each. */
  step: number
  middles: number[]
  /** The numbers beside the chart, from below, and the names of buckets under it. */
  numbers: Mark[]
  names: Mark[]
  /** One path for each line or layer, one for the dots of a line, and one for the columns or the pieces of a line that are parts. */
  paths: { key: string; shape: string; dots: string; parts: string }[]
  before: Plot['paths']
  mark: string
  /** What stands at the ends of lines, where these have room for it: how high the line ends, and its name. */
  ends: (LineEnd & { key: string; at: number; name: number })[]
  y: (value: number) => number
}

export interface Chart {
  names: BucketName[]
  series: Series[]
  unit: Unit
  /** Stacked columns rather than lines. */
  layers: boolean
  /** Lines go on from one value that is known to the next, whatever lies between. */
  joined?: boolean
  /** The same a year before, drawn lighter: each line's under its key, one line beside columns. */
  before?: Series[]
  /** What is too much, bucket by bucket. */
  mark?: (number | null)[]
  /** What is said of each line beside it, where the chart is wide enough. */
  ends?: LineEnd[]
}

export const TOP = 10
const BELOW = 30
/** The buckets keep this far from the ends of the axis. */
const INSET = 12
const WIDEST_COLUMN = 80
/** Of its bucket's share, the rest is between it and the next. */
const COLUMN = 0.8
/** A little more than the average width of a character. */
const CHARACTER = 7.5
const BETWEEN_NAMES = 12

/** Names at the ends of lines: from this width of a chart on, at most so many and so wide, this far from each other. */
const WIDE = 641
const MOST_ENDS = 6
const WIDEST_END = 240
const END_CHARACTER = 7.6
const BETWEEN_ENDS = 18

const widest = (texts: string[]) => CHARACTER * Math.max(...texts.map((text) => text.length))

/** True if each stays clear of the one before it. */
function clear(marks: Mark[]): boolean {
  return marks.every(({ at, text }, index) => {
    const before = marks[index - 1]
    return !before || at - before.at >= (widest([text]) + widest([before.text])) / 2 + BETWEEN_NAMES
  })
}

type AxisName = Pick<BucketName, 'axis' | 'rank'> & Partial<Pick<BucketName, 'brief'>>

/**
 * The names that fit side by side: all of them, in brief if need be; else those of the buckets with which a week,
 * a month, a quarter, a year, five or ten begin, whichever is the finest that fits; else such between the first and
 * the last, or these two, or the last alone.
 */
export function namesWithRoom(names: AxisName[], middles: number[], width: number): Mark[] {
  const marksOf = (text: (name: AxisName) => string) =>
    names.map((name, row) => {
      const half = widest([text(name)]) / 2
      return { at: Math.max(half, Math.min(middles[row] ?? 0, width - half)), text: text(name) }
    })
  const marks = marksOf(({ axis }) => axis)
  const briefly = marksOf(({ axis, brief }) => brief ?? axis)
  if (!clear(marks) && clear(briefly)) return briefly
  const from = (least: number) => marks.filter((_, row) => (names[row]?.rank ?? 0) >= least)
  const fits = (some: Mark[]) => (some.length > 1 || some.length === marks.length) && clear(some)
  const [first, last] = [marks.slice(0, 1), marks.slice(-1)]
  const between = (some: Mark[]) => {
    const inner = some.filter((one) => clear([...first, one]) && clear([one, ...last]))
    return [...first, ...inner, ...last]
  }
  const ranks = Array.from({ length: COARSEST + 1 }, (_, least) => from(least))
  return ranks.find(fits) ?? ranks.map(between).find(fits) ?? last
}

const endWidth = (ends: LineEnd[]) =>
  END_CHARACTER * Math.max(0, ...ends.map(({ label, number }) => label.length + number.length + 2))

/** True if the lines need no legend in a chart that is wide enough. */
export const endsFit = (ends: LineEnd[]) => ends.length <= MOST_ENDS && endWidth(ends) <= WIDEST_END

/** Each as near to its height as the others leave, none below the bottom. */
export function spread(heights: number[], bottom: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  const placed = [...heights]
  let least = Number.NEGATIVE_INFINITY
  for (const index of order) {
    least = Math.max(heights[index] ?? 0, least + BETWEEN_ENDS)
    placed[index] = least
  }
  let most = bottom
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, most)
    most = (placed[index] ?? 0) - BETWEEN_ENDS
  }
  return placed
}

/** The names at the ends of lines; a line that nothing is known of has no end. */
function endsOf(series: Series[], ends: LineEnd[], { y, bottom }: Pick<Plot, 'y' | 'bottom'>): Plot['ends'] {
  const ending = series.flatMap((one, index) => {
    const last = lastKnown(one)
    const end = ends[index]
    return last === null || !end ? [] : [{ ...end, key: one.key, at: y(last) }]
  })
  const names = spread(
    ending.map(({ at }) => at),
    bottom,
  )
  return ending.map((end, index) => ({ ...end, name: names[index] ?? end.at }))
}

export function circle(x: number, y: number, radius: number): string {
  return `M${x - radius},${y}a${radius},${radius} 0 1 0 ${2 * radius},0a${radius},${radius} 0 1 0 ${-2 * radius},0`
}

/** A thousandth of a pixel is enough, and half as long to write. */
const rounded = (pixels: number) => Math.round(pixels * 1000) / 1000

/** Lines; what leads to a bucket that is a part and on from it stands by itself, to be drawn as such. */
function linesOf(
  series: Series[],
  { middles, y }: Pick<Plot, 'middles' | 'y'>,
  names: readonly BucketName[] = [],
  joined = false,
): Plot['paths'] {
  const x = (row: number) => middles[row] ?? 0
  const isPart = (row: number) => Boolean(names[row]?.part)
  const known = (values: Series['values'], row: number) => (values[row] ?? null) !== null
  const point = (values: Series['values'], row: number) => `${rounded(x(row))},${rounded(y(values[row] ?? 0))}`
  const piece = (values: Series['values'], row: number) => {
    if (!known(values, row)) return ''
    const alone = !known(values, row - 1) || isPart(row) || isPart(row - 1)
    return `${alone ? 'M' : 'L'}${point(values, row)}`
  }
  const thin = (values: Series['values'], row: number) =>
    known(values, row) && known(values, row - 1) && (isPart(row) || isPart(row - 1))
      ? `M${point(values, row - 1)}L${point(values, row)}`
      : ''
  const shapeOf = ({ values }: Series) => {
    const shape = values.map((_, row) => piece(values, row)).join('')
    return joined ? shape.replaceAll('M', 'L').replace('L', 'M') : shape
  }
  return series.map((one) => ({
    key: one.key,
    shape: shapeOf(one),
    dots: [...dotsOf(one)].map((row) => circle(x(row), y(one.values[row] ?? 0), 4)).join(''),
    parts: one.values.map((_, row) => thin(one.values, row)).join(''),
  }))
}

function layersOf(
  names: BucketName[],
  series: Series[],
  { middles, y }: Pick<Plot, 'middles' | 'y'>,
  bandwidth: number,
): Plot['paths'] {
  const width = Math.min(bandwidth, WIDEST_COLUMN)
  const tops = middles.map(() => 0)
  const piece = (middle: number, from: number, to: number) =>
    to > from ? `M${middle - width / 2},${y(from)}V${y(to)}h${width}V${y(from)}z` : ''
  const onTop = (middle: number, row: number, value: number) => {
    const from = tops[row] ?? 0
    tops[row] = from + value
    return piece(middle, from, from + value)
  }
  return series.map(({ key, values }) => {
    const pieces = middles.map((middle, row) => onTop(middle, row, values[row] ?? 0))
    const those = (part: boolean) => pieces.filter((_, row) => (names[row]?.part ?? false) === part).join('')
    return { key, shape: those(false), parts: those(true), dots: '' }
  })
}

/** A stroke across each column, at the height of a number beside it. */
function across(series: Series[], { middles, y }: Pick<Plot, 'middles' | 'y'>, bandwidth: number): Plot['paths'] {
  const width = Math.min(bandwidth, WIDEST_COLUMN)
  const stroke = (value: number | null, row: number) =>
    value === null ? '' : `M${rounded((middles[row] ?? 0) - width / 2)},${rounded(y(value))}h${rounded(width)}`
  return series.map(({ key, values }) => ({ key, shape: values.map(stroke).join(''), dots: '', parts: '' }))
}

const middlesFrom = (first: number, step: number, count: number) =>
  Array.from({ length: count }, (_, row) => first + row * step)

/** The buckets of lines: the first and the last at the ends, a single one between them. */
function pointsOf(count: number, from: number, to: number) {
  const step = (to - from) / Math.max(1, count - 1)
  return { step, middles: middlesFrom(count === 1 ? (from + to) / 2 : from, step, count) }
}

/** The buckets of columns, each in the middle of its share. */
function columnsOf(count: number, from: number, to: number) {
  const step = (to - from) / Math.max(1, count)
  return { step, middles: middlesFrom(from + step / 2, step, count) }
}

/** Where everything in a chart goes in a picture of this size. */
export function plotOf(
  { names, series, unit, layers, joined, before = [], mark = [], ends = [] }: Chart,
  { width, height }: Size,
): Plot {
  const marked = { key: 'mark', label: '', values: mark }
  const ticks = axisTicks(Math.max(topOf(series, layers), topOf([...before, marked], false)), unit)
  const left = 18 + widest(ticks.map((tick) => onAxis(tick, unit)))
  const ended = width >= WIDE && endsFit(ends) ? ends : []
  const right = width - 4 - endWidth(ended)
  const bottom = height - BELOW
  const { middles, step } = layers
    ? columnsOf(names.length, left + INSET, right - INSET)
    : pointsOf(names.length, left + INSET, right - INSET)
  const y = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - TOP)
  return {
    width,
    height,
    left,
    right,
    bottom,
    step,
    middles,
    numbers: ticks.map((tick) => ({ at: y(tick), text: onAxis(tick, unit) })),
    names: namesWithRoom(names, middles, width),
    ends: endsOf(series, ended, { y, bottom }),
    paths: layers
      ? layersOf(names, series, { middles, y }, step * COLUMN)
      : linesOf(series, { middles, y }, joined ? [] : names, joined),
    before: layers ? across(before, { middles, y }, step * COLUMN) : linesOf(before, { middles, y }),
    mark: linesOf([marked], { middles, y })[0]?.shape ?? '',
    y,
  }
}

/** The bucket nearest to a place along the axis. */
export function rowAt({ middles, step }: Plot, x: number): number {
  const row = Math.round((x - (middles[0] ?? 0)) / step)
  return Math.min(Math.max(row, 0), middles.length - 1)
}
