import { expect, test } from 'vitest'
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

test('the report has the animals of the square', () => {
  const square = {
    metric: 'Inventory',
    dateRange: 'Last 30 days',
    activeViewBy: { meshSize: ['beach', 'raft'], month: [] },
  }
  expect(reportOfSquare(square)).toMatchObject({ equipment: ['beach', 'raft'] })
})
