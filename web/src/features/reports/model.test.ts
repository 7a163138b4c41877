import { describe, expect, test } from 'vitest'
import { FIELDS, FREQUENCIES, RANGES, REPORT_DEFAULTS, type ReportSearch, rangeProblem, requestOf } from './model'

const TODAY = '2026-11-20'
const ask = (part: Partial<ReportSearch>) => requestOf({ ...REPORT_DEFAULTS, ...part }, 'Inventory', TODAY)

test('REP-11 REP-12 the words of the controls', () => {
  expect(RANGES.map(({ label }) => label)).toEqual([
    'Last 7 Days',
    'Last 30 days',
    'Last 90 days',
    'Last 180 days',
    'Last 365 days',
    'Custom',
  ])
  expect(FREQUENCIES.map(({ label }) => label)).toEqual(['Yearly', 'Monthly', 'Weekly', 'Daily'])
})

test('REP-13 fields and labels', () => {
  expect(Object.fromEntries(FIELDS.map(({ field, label }) => [field, label]))).toEqual({
    oysterType: 'Animal Type',
    seedSource: 'Seed Source',
    year: 'year',
    month: 'month',
    sizeLabel: 'Size',
    meshSize: 'Equipment',
    nickname: 'Fill Profile',
    datePlanted: 'datePlanted',
    locationPlanted: 'locationPlanted',
  })
})

describe('the question to the server', () => {
  test('REP-11 REP-12 the defaults', () => {
    expect(ask({})).toEqual({
      metric: 'Inventory',
      activeLease: 'All',
      dateRange: 'Last 90 days',
      frequency: 'Monthly',
      activeViewBy: {},
      segment: '',
      startDate: '',
      endDate: '',
      graphType: '',
    })
  })

  test('REP-2 REP-13 growing area, filters and segment by their API names', () => {
    expect(ask({ area: 'lease-1', equipment: ['beach', 'raft'], fill: [], by: 'area', every: 'day' })).toMatchObject({
      activeLease: 'lease-1',
      activeViewBy: { meshSize: ['beach', 'raft'] },
      segment: 'growingArea',
      frequency: 'Daily',
    })
    expect(ask({ by: 'fill' })).toMatchObject({ segment: 'nickname' })
  })

  test('REP-11 custom asks only once both dates are set', () => {
    expect(ask({ dates: 'custom' })).toBeNull()
    expect(ask({ dates: 'custom', from: '2017-03-01' })).toBeNull()
    expect(ask({ dates: 'custom', from: '2017-03-01', to: '2017-11-30' })).toMatchObject({
      dateRange: 'Custom',
      startDate: '2017-03-01',
      endDate: '2017-11-30',
    })
  })

  test('REP-11 left-over dates are not sent with another range', () => {
    expect(ask({ dates: '30', from: '2017-03-01', to: '2017-11-30' })).toMatchObject({ startDate: '', endDate: '' })
  })
})

test.each([
  [undefined, undefined, 'Choose a start and an end date.'],
  ['2026-11-01', '', 'Choose a start and an end date.'],
  ['0002-11-01', '2026-11-20', 'Write both dates in full.'],
  ['2026-11-10', '2026-11-01', 'The start is after the end.'],
  ['2026-11-10', '2026-11-21', 'Nothing later than today can be shown.'],
  ['2026-11-20', '2026-11-20', null],
])('REP-11 from %s to %s: %s', (from, to, problem) => {
  expect(rangeProblem(from, to, TODAY)).toBe(problem)
})
