import { describe, expect, test } from 'vitest'
import { METRICS, type MetricKey } from './metrics'
import { REPORT_DEFAULTS, type ReportSearch } from './model'
import { canShare, graphOf, requestOf } from './request'

const TODAY = '2026-11-20'
const ask = (part: Partial<ReportSearch>, key: MetricKey = 'inventory') =>
  requestOf({ ...REPORT_DEFAULTS, ...part }, METRICS[key], TODAY)

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
      graphType: 'count',
    })
  })

  test.each([
    ['inventory', 'Inventory'],
    ['yield', 'Yield'],
    ['harvest', 'Harvest'],
    ['size', 'Average Size'],
    ['mortality', '% Mortality'],
    ['yieldRate', '% Yield'],
    ['return', '% Return'],
  ] as const)('REP-9 %s asks for %s', (key, metric) => {
    expect(ask({}, key)).toMatchObject({ metric })
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

  test('REP-5 a snapshot has no dates, not even half a custom range', () => {
    expect(ask({ mode: 'snapshot', dates: 'custom', from: '2017-03-01' })).toMatchObject({
      dateRange: 'Snapshot',
      startDate: '',
      endDate: '',
    })
    expect(ask({ mode: 'snapshot' }, 'harvest')).toMatchObject({ dateRange: 'Last 90 days' })
  })

  test.each([
    ['all', 'All Count Types'],
    ['stock', 'Shell Stock'],
    ['harvested', 'Harvested'],
    ['lost', 'Lost'],
    ['size', 'By Size'],
  ] as const)('REP-6 the count type %s is %s', (count, segment) => {
    expect(ask({ count, by: 'area' }, 'yield')).toMatchObject({ segment, graphType: 'share' })
  })
})

test.each([
  ['yield', {}, true, 'share'],
  ['yield', { graph: 'count' }, true, 'count'],
  ['inventory', {}, false, 'count'],
  ['inventory', { graph: 'share' }, false, 'count'],
  ['inventory', { by: 'area' }, true, 'count'],
  ['inventory', { by: 'area', graph: 'share' }, true, 'share'],
  ['harvest', { by: 'area', graph: 'share' }, true, 'share'],
  ['size', { by: 'area', graph: 'share' }, false, 'count'],
  ['mortality', { by: 'area', graph: 'share' }, false, 'count'],
] as const)('REP-6 REP-15 %s of %j: shares %s, shown as %s', (key, part, shares, graph) => {
  const search: ReportSearch = { ...REPORT_DEFAULTS, ...part }
  expect(canShare(search, METRICS[key])).toBe(shares)
  expect(graphOf(search, METRICS[key])).toBe(graph)
})
