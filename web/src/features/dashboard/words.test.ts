import { describe, expect, test } from 'vitest'
import { changeMark, changeWords, figureOf, filterWords, lineWords, reachWords, squareName, unusedWords } from './words'

const AUGUST = { previousFrom: '2026-08-25', previousTo: '2026-08-25' }
const none = { count: null, size: null, percent: null, total: null, previous: null, ...AUGUST }

describe("DASH-1 the previous period's change, in words", () => {
  test.each([
    [2082, 2366, '12% fewer than on 25 Aug 2026'],
    [110, 100, '10% more than on 25 Aug 2026'],
    [0, 100, '100% fewer than on 25 Aug 2026'],
    [1, 1000, '99% fewer than on 25 Aug 2026'],
    [9995, 10000, 'less than 1% fewer than on 25 Aug 2026'],
    [10001, 10000, 'less than 1% more than on 25 Aug 2026'],
    [500, 500, 'the same as on 25 Aug 2026'],
    [0, 0, 'the same as on 25 Aug 2026'],
    [1200, 0, '1,200 more than on 25 Aug 2026'],
    [990, 100, '890% more than on 25 Aug 2026'],
    [1200, 100, '12 times as many as on 25 Aug 2026'],
  ])('%d after %d', (count, previous, words) => {
    expect(changeWords({ ...none, metric: 'Inventory', count, previous })).toBe(words)
  })

  test('what happened in a range is compared with the range before it', () => {
    const square = { ...none, metric: 'Harvest', count: 88, previous: 100, previousFrom: '2026-05-28' }
    expect(changeWords(square)).toBe('12% fewer than from 28 May to 25 Aug 2026')
  })

  test.each([
    [62.48, 53.38, '9.1 mm larger than on 25 Aug 2026'],
    [53.38, 62.48, '9.1 mm smaller than on 25 Aug 2026'],
    [62.48, 62.44, 'the same as on 25 Aug 2026'],
  ])('a size of %d mm after %d mm', (size, previous, words) => {
    expect(changeWords({ ...none, metric: 'Average Size', size, previous })).toBe(words)
  })

  test.each([
    [4.13, 0, '4.1 points higher than on 25 Aug 2026'],
    [10, 12.5, '2.5 points lower than on 25 Aug 2026'],
    [10.01, 10, 'the same as on 25 Aug 2026'],
  ])('a rate of %d%% after %d%%', (percent, previous, words) => {
    expect(changeWords({ ...none, metric: '% Mortality', percent, previous })).toBe(words)
  })

  test.each([
    [110, 100, '▲'],
    [90, 100, '▼'],
    [100, 100, ''],
    [null, 100, ''],
  ])('%j after %j has the mark %j', (count, previous, mark) => {
    expect(changeMark({ ...none, metric: 'Inventory', count, previous })).toBe(mark)
  })

  test('an answer of the release before, which does not tell the days', () => {
    const square = {
      ...none,
      metric: 'Inventory',
      count: 88,
      previous: 100,
      previousFrom: undefined,
      previousTo: undefined,
    }
    expect(changeWords(square as unknown as Parameters<typeof changeWords>[0])).toBe('12% fewer than before')
  })

  test('where nothing is known, nothing is said', () => {
    expect(changeWords({ ...none, metric: 'Average Size', previous: 5 })).toBe('')
    expect(changeWords({ ...none, metric: 'Inventory', count: 5 })).toBe('')
  })
})

test.each([
  ['Inventory', { count: 2082 }, '2.1K', '', '2,082'],
  ['Harvest', { count: 999 }, '999', '', '999'],
  ['Harvest', { count: 0 }, '0', '', '0'],
  ['Average Size', { size: 62.4849 }, '62.48', 'mm', '62.48 mm'],
  ['Equipment', { total: 12 }, '12', '', '12'],
  ['% Mortality', { percent: 12.345 }, '12.35%', '', '12.35%'],
  ['% Interval Mortality', { percent: 0 }, '0.0%', '', '0.0%'],
  ['% Return', {}, '–', '', 'Nothing is known'],
  ['Average Size', {}, '–', '', 'No size known'],
])('DASH-1 REP-8 REP-14 %s %j is drawn as %s %s and spoken as %s', (metric, part, shown, unit, spoken) => {
  expect(figureOf({ ...none, metric, ...part })).toEqual({ shown, unit, spoken })
})

test.each([
  ['Average Size', [40, 41.26, null, 39.8], '39.8 to 41.3 mm'],
  ['Average Size', [40], ''],
  ['Average Size', [40, 40], ''],
  ['Inventory', [1000, 900], ''],
])('the scale of a line of %s that does not begin at zero is said: %j', (metric, values, words) => {
  const data = values.map((value) => ({ from: '2017-11-01', to: '2017-11-30', value }))
  expect(reachWords({ metric, data })).toBe(words)
})

test.each([
  [{ metric: 'Inventory', dateRange: 'Snapshot' }, 'Inventory, Snapshot'],
  [{ metric: 'Harvest', dateRange: 'Last 90 days' }, 'Harvest, Last 90 days'],
  [{ metric: 'Equipment', dateRange: 'Last 90 days' }, 'Containers in Use'],
])('a square is named: %j', (report, name) => {
  expect(squareName(report)).toBe(name)
})

test('the chosen animals in words', () => {
  const activeViewBy = { month: ['3'], meshSize: ['beach', 'raft'], unknown: ['x'] }
  expect(filterWords({ activeViewBy })).toBe('March, beach or raft')
  expect(filterWords({ activeViewBy: {} })).toBe('')
})

test.each([
  [null, ''],
  [0, '0 spots are unused'],
  [1, '1 spot is unused'],
  [1240, '1,240 spots are unused'],
])('%s unused spots', (unused, words) => {
  expect(unusedWords({ unused })).toBe(words)
})

test('a line is told to who does not see it', () => {
  const data = [
    { from: '2017-09-01', to: '2017-09-30', value: null },
    { from: '2017-10-01', to: '2017-10-31', value: 2600 },
    { from: '2017-11-01', to: '2017-11-30', value: 2082 },
  ]
  expect(lineWords({ metric: 'Inventory', span: 'monthly', data })).toBe(
    'Inventory, monthly: 2,600 on 31 Oct 2017, 2,082 on 30 Nov 2017, lowest 2,082, highest 2,600.',
  )
  expect(lineWords({ metric: 'Average Size', span: 'weekly', data: data.slice(0, 1) })).toBe(
    'Average Size, weekly: no numbers.',
  )
})
