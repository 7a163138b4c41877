import { expect, test } from 'vitest'
import { METRIC_TABLE } from '@/api'
import { reportOfSquare } from './fromSquare'

test.each([
  [
    { metric: 'Inventory', dateRange: 'Snapshot' },
    { report: 'inventory', mode: 'snapshot' },
  ],
  [
    { metric: 'Harvest', dateRange: 'Last 90 days' },
    { report: 'harvest', mode: 'time', dates: '90' },
  ],
  [
    { metric: 'Average Size', dateRange: 'Last 365 days' },
    { report: 'size', mode: 'time', dates: '365' },
  ],
  [{ metric: 'Containers in Use', dateRange: 'Snapshot' }, { report: 'equipment' }],
])('DASH-1 %j leads to its report', (square, search) => {
  expect(reportOfSquare({ ...square, activeViewBy: {} })).toMatchObject(search)
})

test('DASH-2 every metric has a report that its square leads to', () => {
  for (const { name, key } of METRIC_TABLE) {
    const { report, leftMetric } = reportOfSquare({ metric: name, dateRange: 'Last 90 days', activeViewBy: {} })
    expect(report === 'compare' ? leftMetric : report, name).toBe(key)
  }
})

test('a rate stands in Compare, with nothing else chosen for its side', () => {
  const search = reportOfSquare({ metric: '% Return', dateRange: 'Last 90 days', activeViewBy: {} })
  expect(search).toMatchObject({ report: 'compare', leftMetric: 'return', rightMetric: 'inventory', dates: '90' })
  expect(Object.keys(search)).toEqual(expect.arrayContaining(['leftArea', 'leftDates', 'leftBy', 'rightDates']))
})

test('the report has the animals of the square', () => {
  const square = {
    metric: 'Inventory',
    dateRange: 'Last 30 days',
    activeViewBy: { meshSize: ['beach', 'raft'], month: [] },
  }
  expect(reportOfSquare(square)).toMatchObject({ equipment: ['beach', 'raft'] })
})
