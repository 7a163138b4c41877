import { scaleBand, scalePoint } from 'd3-scale'
import { line, stack } from 'd3-shape'
import type { BucketName, Series } from './figure'
import { axisTicks, dotsOf, topOf } from './lines'
import type { Unit } from './metrics'
import { onAxis } from './units'
import type { Size } from './useSize'

interface Mark {
  at: number
  text: string
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
  /** One path for each line or layer, and one for the dots of a line. */
  paths: { key: string; shape: string; dots: string }[]
  y: (value: number) => number
}

export interface Chart {
  names: BucketName[]
  series: Series[]
  unit: Unit
  /** Stacked columns rather than lines. */
  layers: boolean
}

export const TOP = 10
const BELOW = 30
/** The buckets keep this far from the ends of the axis. */
const INSET = 12
const WIDEST_COLUMN = 56
/** A little more than the average width of a character. */
const CHARACTER = 7.5
const BETWEEN_NAMES = 16

const widest = (texts: string[]) => CHARACTER * Math.max(...texts.map((text) => text.length))

/**
 * The names that fit side by side: the first; the last, which stays inside the
 * picture; and in between those counted back from the last.
 */
export function namesWithRoom(texts: string[], middles: number[], step: number, width: number): Mark[] {
  const wide = widest(texts)
  const apart = wide + BETWEEN_NAMES
  const [first = 0] = middles
  const end = middles.at(-1) ?? 0
  const last = Math.min(end, width - wide / 2)
  const every = Math.ceil((apart + end - last) / step)
  return middles.flatMap((middle, row) => {
    const back = middles.length - 1 - row
    const at = back === 0 ? last : middle
    const named = row === 0 ? last - first >= apart : back % every === 0 && at - first >= apart
    return named || back === 0 ? [{ at, text: texts[row] ?? '' }] : []
  })
}

export function circle(x: number, y: number, radius: number): string {
  return `M${x - radius},${y}a${radius},${radius} 0 1 0 ${2 * radius},0a${radius},${radius} 0 1 0 ${-2 * radius},0`
}

function linesOf(series: Series[], { middles, y }: Pick<Plot, 'middles' | 'y'>): Plot['paths'] {
  const x = (row: number) => middles[row] ?? 0
  const draw = line<number | null>(
    (_, row) => x(row),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null)
  return series.map((one) => ({
    key: one.key,
    shape: draw(one.values) ?? '',
    dots: [...dotsOf(one)].map((row) => circle(x(row), y(one.values[row] ?? 0), 4)).join(''),
  }))
}

function layersOf(series: Series[], { middles, y }: Pick<Plot, 'middles' | 'y'>, bandwidth: number): Plot['paths'] {
  const width = Math.min(bandwidth, WIDEST_COLUMN)
  const layers = stack<unknown, number, number>()
    .keys(series.keys())
    .value((row, at) => series[at]?.values[row] ?? 0)([...middles.keys()])
  const piece = (middle: number, from: number, to: number) =>
    to > from ? `M${middle - width / 2},${y(from)}V${y(to)}h${width}V${y(from)}z` : ''
  return layers.map((layer) => ({
    key: series[layer.key]?.key ?? '',
    shape: layer.map(([from, to], row) => piece(middles[row] ?? 0, from, to)).join(''),
    dots: '',
  }))
}

/** Where everything in a chart goes in a picture of this size. */
export function plotOf({ names, series, unit, layers }: Chart, { width, height }: Size): Plot {
  const ticks = axisTicks(topOf(series, layers), unit)
  const left = 18 + widest(ticks.map((tick) => onAxis(tick, unit)))
  const right = width - 4
  const bottom = height - BELOW
  const rows = [...names.keys()]
  const x = layers ? scaleBand<number>().paddingInner(0.2).paddingOuter(0.1) : scalePoint<number>()
  x.domain(rows).range([left + INSET, right - INSET])
  const middles = rows.map((row) => (x(row) ?? 0) + x.bandwidth() / 2)
  const y = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - TOP)
  return {
    width,
    height,
    left,
    right,
    bottom,
    step: x.step(),
    middles,
    numbers: ticks.map((tick) => ({ at: y(tick), text: onAxis(tick, unit) })),
    names: namesWithRoom(
      names.map(({ axis }) => axis),
      middles,
      x.step(),
      width,
    ),
    paths: layers ? layersOf(series, { middles, y }, x.bandwidth()) : linesOf(series, { middles, y }),
    y,
  }
}

/** The bucket nearest to a place along the axis. */
export function rowAt({ middles, step }: Plot, x: number): number {
  const row = Math.round((x - (middles[0] ?? 0)) / step)
  return Math.min(Math.max(row, 0), middles.length - 1)
}
