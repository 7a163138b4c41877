import { expect, test } from 'vitest'
import { axisTicks, drawn, lineStyle, MOST_LINES } from './lines'

test('no two lines of a chart look alike', () => {
  const looks = Array.from({ length: MOST_LINES }, (_, index) => JSON.stringify(lineStyle(index)))
  expect(new Set(looks).size).toBe(MOST_LINES)
})

test('the largest lines are drawn, in the order they came', () => {
  const series = Array.from({ length: 10 }, (_, index) => ({ key: `${index}`, label: '', values: [0, index] }))
  expect(drawn(series).map(({ key }) => key)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
  expect(drawn(series.slice(0, 3))).toHaveLength(3)
})

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [360, [0, 100, 200, 300, 400]],
  [1871, [0, 500, 1000, 1500, 2000]],
  [2082, [0, 500, 1000, 1500, 2000, 2500]],
  [1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
])('REP-14 an axis up to %d has marks that are exact in short', (largest, ticks) => {
  expect(axisTicks(largest)).toEqual(ticks)
})
