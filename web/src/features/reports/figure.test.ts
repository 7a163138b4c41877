import { describe, expect, test } from 'vitest'
import type { Bucket, Inventory } from '@/api'
import { axisName, bucketName, cellsOf, gridOf, isEmpty, seriesOf } from './figure'

const row = (to: string, inventory: number, values: number[]): Bucket => ({
  from: to,
  to,
  planted: 3490,
  moved: 0,
  adjusted: -59,
  received: 3431,
  harvested: 1107,
  lost: 242,
  inventory,
  values,
})

const answer: Inventory = {
  metric: 'Inventory',
  frequency: 'Monthly',
  startDate: '2017-10-01',
  endDate: '2017-11-30',
  activeLease: '',
  segment: 'growingArea',
  series: [
    { key: 'a', label: 'Site A' },
    { key: 'b', label: '=Site B' },
  ],
  data: [row('2017-10-31', 2090, [737, 1353]), row('2017-11-30', 2082, [729, 1353])],
}

describe('REP-3 chart and table show the same numbers', () => {
  test('a split answer has a line and a column per series', () => {
    expect(seriesOf(answer).map(({ label, values }) => [label, values])).toEqual([
      ['Site A', [737, 729]],
      ['=Site B', [1353, 1353]],
    ])
    expect(gridOf(answer, 'month')).toEqual({
      head: ['Month', 'Site A', '=Site B', 'Inventory', 'Received', 'Harvested', 'Lost'],
      rows: [
        { name: 'Oct 2017', numbers: [737, 1353, 2090, 3431, 1107, 242] },
        { name: 'Nov 2017', numbers: [729, 1353, 2082, 3431, 1107, 242] },
      ],
    })
  })

  test('an answer that is not split has the inventory alone', () => {
    const whole = { ...answer, segment: '', series: [] }
    expect(seriesOf(whole)).toEqual([{ key: 'inventory', label: 'Inventory', values: [2090, 2082] }])
    expect(gridOf(whole, 'month').head).toEqual(['Month', 'Inventory', 'Received', 'Harvested', 'Lost'])
  })

  test('the file has the rows of the table', () => {
    expect(cellsOf(gridOf(answer, 'month'))[2]).toEqual(['Nov 2017', 729, 1353, 2082, 3431, 1107, 242])
  })
})

test.each([
  ['year', '2017', '2017', '2017'],
  ['month', 'Nov 2017', 'Nov', 'Nov 2017'],
  ['week', '30 Nov 2017', '30 Nov', '30 Nov 2017'],
  ['day', '30 Nov 2017', '30 Nov', '30 Nov 2017'],
] as const)('REP-12 names of a bucket: %s', (every, table, axis, longAxis) => {
  expect(bucketName('2017-11-30', every)).toBe(table)
  expect(axisName('2017-11-30', every, 1)).toBe(axis)
  expect(axisName('2017-11-30', every, 2)).toBe(longAxis)
})

test('an answer is empty when nothing was ever received', () => {
  const nothing = { ...row('2016-01-31', 0, []), planted: 0, adjusted: 0, received: 0, harvested: 0, lost: 0 }
  expect(isEmpty([nothing])).toBe(true)
  expect(isEmpty([nothing, row('2017-11-30', 0, [])])).toBe(false)
})
