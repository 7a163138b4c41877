import { describe, expect, test } from 'vitest'
import type { Square } from '@/api'
import {
  columnsOf,
  draftsOf,
  hasRange,
  hasSpan,
  isBare,
  MOST_SQUARES,
  moved,
  rangesOf,
  sameReports,
  sharesOf,
  wholeWidths,
  withAdded,
  withMetric,
  withToggled,
} from './model'

const inventory = { activeViewBy: {}, metric: 'Inventory', dateRange: 'Snapshot', span: 'monthly' }
const numbers = {
  label: '',
  count: null,
  size: null,
  percent: null,
  total: null,
  unused: null,
  data: null,
  previous: null,
  previousFrom: '',
  previousTo: '',
  change: null,
}
const square = (part: Partial<Square>): Square => ({ ...inventory, ...numbers, ...part })

describe('DASH-4 date ranges', () => {
  const OVER_TIME = ['Last 7 Days', 'Last 30 days', 'Last 90 days', 'Last 180 days', 'Last 365 days']

  test.each([
    ['Inventory', [...OVER_TIME, 'Snapshot']],
    ['Average Size', [...OVER_TIME, 'Snapshot']],
    ['Harvest', OVER_TIME],
    ['Equipment', OVER_TIME],
  ])('%s has %j', (metric, ranges) => {
    expect(rangesOf(metric)).toEqual(ranges)
  })

  test.each([
    ['Inventory', 'Snapshot', 'Harvest', 'Last 90 days'],
    ['Inventory', 'Snapshot', 'Equipment', 'Last 90 days'],
    ['Average Size', 'Snapshot', 'Harvest', 'Last 90 days'],
    ['Inventory', 'Snapshot', 'Average Size', 'Snapshot'],
    ['Average Size', 'Snapshot', 'Inventory', 'Snapshot'],
    ['Inventory', 'Last 7 Days', 'Harvest', 'Last 7 Days'],
    ['Harvest', 'Last 365 days', 'Inventory', 'Last 365 days'],
  ])('from %s, %s to %s it is %s', (metric, dateRange, next, expected) => {
    expect(withMetric({ ...inventory, metric, dateRange }, next)).toMatchObject({ metric: next, dateRange: expected })
  })

  test('the third option is the one fallen back to', () => {
    expect(rangesOf('Harvest')[2]).toBe(withMetric(inventory, 'Harvest').dateRange)
  })
})

test.each([
  ['Inventory', 'Snapshot', true, false],
  ['Inventory', 'Last 30 days', true, true],
  ['Harvest', 'Last 7 Days', true, true],
  ['Equipment', 'Last 90 days', false, false],
])('REP-12 %s, %s has a range: %s, a span: %s', (metric, dateRange, range, span) => {
  expect(hasRange({ metric })).toBe(range)
  expect(hasSpan({ metric, dateRange })).toBe(span)
})

test.each([
  [0, 1],
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 3],
  [6, 3],
])('DASH-1 of %d squares, %d stand in the first row', (count, columns) => {
  expect(columnsOf(count)).toBe(columns)
})

test('DASH-1 both rows of squares are full, however many there are', () => {
  for (let count = 1; count <= MOST_SQUARES; count += 1) {
    const { parts, shares } = sharesOf(count)
    const first = columnsOf(count)
    const sum = (some: number[]) => some.reduce((all, share) => all + share, 0)
    expect(shares).toHaveLength(count)
    expect(sum(shares.slice(0, first)), `the first row of ${count}`).toBe(parts)
    if (count > first) expect(sum(shares.slice(first)), `the second row of ${count}`).toBe(parts)
  }
})

test.each([
  ['nnnll', 'wwNll'],
  ['nnn', 'wwN'],
  ['nlnn', 'Nlww'],
  ['lnl', 'lNl'],
])('DASH-1 on a phone %s stand as %s: pairs of numbers, whole lines, no hole', (squares, stand) => {
  const whole = wholeWidths([...squares].map((one) => one === 'l'))
  expect([...stand].map((one) => one !== 'w')).toEqual(whole)
})

test('DASH-2 squares are added up to six, each with a key of its own', () => {
  let drafts = draftsOf([square({}), square({}), square({})])
  drafts = drafts.filter(({ key }) => key !== 'square-1')
  for (let press = 0; press < 10; press += 1) drafts = withAdded(drafts)
  expect(drafts).toHaveLength(MOST_SQUARES)
  expect(new Set(drafts.map(({ key }) => key)).size).toBe(MOST_SQUARES)
  expect(drafts.at(-1)).toMatchObject(inventory)
})

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [0, -1, ['a', 'b', 'c']],
  [2, 3, ['a', 'b', 'c']],
  [7, 0, ['a', 'b', 'c']],
])('DASH-2 from place %d to %d: %j', (from, to, order) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(order)
})

test('DASH-2 view-by values come and go, and leave no empty field', () => {
  const beach = withToggled({}, 'meshSize', 'beach')
  expect(beach).toEqual({ meshSize: ['beach'] })
  expect(withToggled(beach, 'meshSize', 'raft')).toEqual({ meshSize: ['beach', 'raft'] })
  expect(withToggled(beach, 'meshSize', 'beach')).toEqual({})
})

test.each([
  ['nothing', [inventory], true],
  ['another metric', [{ ...inventory, metric: 'Harvest' }], false],
  ['another span', [{ ...inventory, span: 'daily' }], false],
  ['one fewer', [], false],
  ['a filter', [{ ...inventory, activeViewBy: { month: ['3'] } }], false],
])('an edit that changes %s is the same: %s', (_, reports, same) => {
  expect(sameReports([inventory], reports)).toBe(same)
})

test('the order in which filters were chosen is no change, that of the squares is', () => {
  const a = { ...inventory, activeViewBy: { month: ['3', '4'], year: ['2017'] } }
  const b = { ...inventory, activeViewBy: { year: ['2017'], month: ['4', '3'] } }
  expect(sameReports([a], [b])).toBe(true)
  expect(sameReports([a, inventory], [inventory, b])).toBe(false)
})

test.each([
  ['no animals, nothing else', [square({ count: 0 }), square({ metric: 'Harvest', count: 0, data: [] })], true],
  ['no animals, but a harvest', [square({ count: 0 }), square({ metric: 'Harvest', count: 7 })], false],
  ['no animals that pass a filter', [square({ count: 0, activeViewBy: { year: ['2017'] } })], false],
  ['nothing asked about animals', [square({ metric: 'Harvest', count: 0 })], false],
  ['animals', [square({ count: 3 })], false],
])('a farm with %s is bare: %s', (_, squares, bare) => {
  expect(isBare(squares)).toBe(bare)
})
