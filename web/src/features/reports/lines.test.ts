import { describe, expect, test } from 'vitest'
import {
  axisTicks,
  barsOf,
  dotsOf,
  drawn,
  layerStyle,
  lineStyle,
  MOST_BARS,
  MOST_LINES,
  present,
  stacked,
  textured,
  topOf,
} from './lines'

const series = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, label: `${index}`, values: [0, index] }))

const of = (...values: (number | null)[]) => ({ key: 'a', label: 'a', values })

test.each([
  ['lines', lineStyle],
  ['layers', layerStyle],
])('no two %s of a chart look alike', (_, style) => {
  const looks = Array.from({ length: MOST_LINES }, (_, index) => JSON.stringify(style(index)))
  expect(new Set(looks).size).toBe(MOST_LINES)
})

test.each([
  ['lines', lineStyle],
  ['layers', layerStyle],
])('no two %s of a chart of sizes look alike, those without a size included', (_, style) => {
  for (let sizes = 0; sizes <= MOST_LINES; sizes++) {
    const steps = Array.from({ length: MOST_LINES }, (_, index) =>
      index < sizes ? 1 + Math.round((index * 4) / Math.max(sizes - 1, 4)) : 0,
    )
    const looks = steps.map((step, index) => JSON.stringify(style(index, { step })))
    expect(new Set(looks).size, `${sizes} sizes`).toBe(MOST_LINES)
    expect(steps.flatMap((step, index) => (step === 0 ? [style(index, { step }).color] : []))).not.toContain(
      'var(--series-1)',
    )
  }
})

test('neighbouring layers differ in pattern, not only in colour', () => {
  for (let index = 1; index < MOST_LINES; index++) {
    expect(layerStyle(index).pattern).not.toBe(layerStyle(index - 1).pattern)
  }
})

test('the largest lines are drawn, in the order they came', () => {
  expect(drawn(series(10)).map(({ key }) => key)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
  expect(drawn(series(3))).toHaveLength(3)
})

test('of numbers that each bucket has for itself the largest of all buckets are drawn', () => {
  const lines = Array.from({ length: 10 }, (_, key) => of(key === 0 ? 9 : 1, 0))
  expect(drawn(lines, true)).toContain(lines[0])
  expect(drawn([...lines.slice(1), of(9, 0)], true).at(-1)?.values).toEqual([9, 0])
})

test('a picture of bars is no longer than a screen', () => {
  expect(barsOf(series(MOST_BARS))).toHaveLength(MOST_BARS)
  expect(barsOf(series(500)).map(({ key }) => Number(key))).toEqual(
    Array.from({ length: MOST_BARS }, (_, index) => 500 - MOST_BARS + index),
  )
})

test('columns keep their height: what is not drawn by itself is one layer', () => {
  const layers = stacked(series(10))
  expect(layers).toHaveLength(MOST_LINES)
  expect(layers.at(-1)).toEqual({ key: 'others', label: '3 others', values: [0, 3] })
  expect(topOf(layers, true)).toBe(topOf(series(10), true))
  expect(stacked(series(8))).toHaveLength(8)
  expect(stacked([...series(8), of(null, 0)]).at(-1)?.values).toEqual([0, 0])
})

test('layers that are nothing in these dates are not drawn', () => {
  expect(present([of(0, null), of(0, 2), of(null, null)])).toEqual([of(0, 2)])
  expect(present([of(0, null), of(0, 0)])).toHaveLength(2)
})

test.each([
  ['animals', 0, [0, 1]],
  ['animals', 3, [0, 1, 2, 3]],
  ['animals', 360, [0, 100, 200, 300, 400]],
  ['animals', 1871, [0, 500, 1000, 1500, 2000]],
  ['animals', 2082, [0, 500, 1000, 1500, 2000, 2500]],
  ['animals', 1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
  ['mm', 62.48, [0, 20, 40, 60, 80]],
  ['percent', 100.00000000000001, [0, 20, 40, 60, 80, 100]],
  ['percent', 7.05, [0, 2, 4, 6, 8]],
  ['percent', 0.32, [0, 0.1, 0.2, 0.3, 0.4]],
  ['percent', 0, [0, 0.1]],
] as const)('REP-14 an axis of %s up to %d has marks that are exact in short', (unit, largest, ticks) => {
  expect(axisTicks(largest, unit)).toEqual(ticks)
})

describe('gaps', () => {
  test('the highest point of lines, and of columns', () => {
    expect(topOf([of(1, null, 3), of(2, 5, null)], false)).toBe(5)
    expect(topOf([of(1, null, 3), of(2, 5, null)], true)).toBe(5)
    expect(topOf([of(4, null), of(4, null)], true)).toBe(8)
    expect(topOf([of(null, null)], false)).toBe(0)
  })

  test.each([
    [[1, 2, 3], [2]],
    [[null, 2, 3, null], [2]],
    [
      [1, null, 2, 3],
      [0, 3],
    ],
    [[null, 2, null, null], [1]],
    [[null, null], []],
  ])('REP-8 of %j dots stand at %j', (values, dots) => {
    expect([...dotsOf(of(...values))]).toEqual(dots)
  })
})

test('a size has its step of the ramp for a colour, and looks like no other size', () => {
  expect(lineStyle(0, { step: 3 }).color).toBe('var(--size-3)')
  const looks = [1, 2, 3, 4, 5, 5, 5, 5].map((step, index) => JSON.stringify(layerStyle(index, { step })))
  expect(new Set(looks).size).toBe(MOST_LINES)
})

test.each([
  ['four of them', ['a', 'b', 'c', 'd'], false],
  ['five', ['a', 'b', 'c', 'd', 'e'], true],
  ['three and all others', ['a', 'b', 'c', 'others'], false],
])('layers have textures on a screen where colours are used twice: %s', (_, keys, rough) => {
  expect(textured(keys.map((key) => ({ key })))).toBe(rough)
})

test('sizes have textures on a screen where two have the same step', () => {
  expect(textured([1, 2, 3, 4, 5].map((step) => ({ step })))).toBe(false)
  expect(textured([1, 2, 2, 3].map((step) => ({ step })))).toBe(true)
})
