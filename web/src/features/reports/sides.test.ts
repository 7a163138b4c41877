import { expect, test } from 'vitest'
import { type OnReportChange, REPORT_DEFAULTS, type ReportSearch } from './model'
import { metricOfSide, ownChange, sideChange, sideSearch } from './sides'

const above: ReportSearch = { ...REPORT_DEFAULTS, area: 'lease-a', dates: '365', by: 'area', equipment: ['raft'] }

function changed(side: 'left' | 'right', part: Partial<ReportSearch>): Partial<ReportSearch> {
  let seen: Partial<ReportSearch> = {}
  const onChange: OnReportChange = (change) => {
    seen = change
  }
  sideChange(side, onChange)(part)
  return seen
}

test('REP-9 the sides begin with two metrics, and each has its own', () => {
  expect(metricOfSide(above, 'left').name).toBe('Inventory')
  expect(metricOfSide(above, 'right').name).toBe('% Mortality')
  expect(metricOfSide({ ...above, leftMetric: 'size' }, 'left').name).toBe('Average Size')
  expect(metricOfSide({ ...above, leftMetric: 'size' }, 'right').name).toBe('% Mortality')
})

test('REP-9 a side is as the controls above, but for what it has for itself', () => {
  const search: ReportSearch = {
    ...above,
    graph: 'share',
    mode: 'snapshot',
    leftArea: 'lease-b',
    rightDates: 'custom',
    rightFrom: '2017-03-01',
    rightTo: '2017-11-30',
    rightBy: 'none',
    rightView: 'table',
  }
  expect(sideSearch(search, 'left')).toMatchObject({ area: 'lease-b', dates: '365', by: 'area', view: 'chart' })
  expect(sideSearch(search, 'right')).toMatchObject({
    area: 'lease-a',
    dates: 'custom',
    from: '2017-03-01',
    to: '2017-11-30',
    by: 'none',
    view: 'table',
    equipment: ['raft'],
  })
  expect(sideSearch(search, 'left')).toMatchObject({ mode: 'time', graph: undefined })
})

test('REP-2 REP-9 a side can look at all growing areas, whatever stands above', () => {
  expect(sideSearch({ ...above, leftArea: 'all' }, 'left').area).toBe('')
  expect(sideSearch({ ...above, leftArea: 'all' }, 'right').area).toBe('lease-a')
})

test('REP-9 a preset of a side takes no days from above', () => {
  const custom: ReportSearch = { ...above, dates: 'custom', from: '2017-03-01', to: '2017-11-30', leftDates: '30' }
  expect(sideSearch(custom, 'left')).toMatchObject({ dates: '30', from: undefined, to: undefined })
  expect(sideSearch(custom, 'right')).toMatchObject({ dates: 'custom', from: '2017-03-01', to: '2017-11-30' })
})

test('REP-9 what a side changes is in the URL under its name', () => {
  expect(ownChange('left', { metric: 'return', area: undefined })).toEqual({
    leftMetric: 'return',
    leftArea: undefined,
  })
  expect(changed('right', { view: 'table' })).toEqual({ rightView: 'table' })
  expect(changed('left', { dates: '365', from: undefined, to: undefined })).toEqual({
    leftDates: '365',
    leftFrom: undefined,
    leftTo: undefined,
  })
})

test('clearing the filters of a side clears what both share', () => {
  expect(changed('left', { equipment: undefined, area: '' })).toEqual({
    equipment: undefined,
    area: '',
    leftArea: undefined,
  })
})
