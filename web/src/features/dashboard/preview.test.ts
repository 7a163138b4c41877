import { describe, expect, test } from 'vitest'
import type { Report, Square } from '@/api'
import { isToldWhenSaved, knownSquare, previewOf, reportRequest } from './preview'

const draft = { metric: 'Inventory', dateRange: 'Last 30 days', span: 'weekly', activeViewBy: { meshSize: ['raft'] } }

const numbers = {
  planted: 0,
  moved: 0,
  adjusted: 0,
  received: 0,
  harvested: 0,
  lost: 0,
  inventory: 0,
  loss: 0,
  missing: 0,
  missingIn: 0,
  atRisk: 0,
  values: [],
}
const report = (metric: Report['metric'], rows: { harvest?: number; value: number | null }[]): Report => ({
  metric,
  unit: 'animals',
  graphType: 'count',
  frequency: 'Weekly',
  startDate: '2026-10-22',
  endDate: '2026-11-20',
  activeLease: 'All',
  segment: '',
  series: [],
  season: { month: 1, mark: null },
  data: rows.map(({ harvest = 0, value }, index) => ({
    ...numbers,
    from: `2026-11-0${index + 1}`,
    to: `2026-11-0${index + 1}`,
    harvest,
    value,
  })),
})

test('DASH-2 a draft is asked as the report that its square will be worked out from', () => {
  expect(reportRequest(draft, 'lease-a')).toMatchObject({
    metric: 'Inventory',
    activeLease: 'lease-a',
    dateRange: 'Last 30 days',
    frequency: 'Weekly',
    activeViewBy: { meshSize: ['raft'] },
    segment: '',
    graphType: 'count',
  })
})

describe('DASH-2 the number and the line of a draft', () => {
  test('of animals and of sizes: how it is at the end', () => {
    const rows = [{ value: 50 }, { value: 40 }]
    const shown = previewOf({ report: report('Inventory', rows), dateRange: 'Last 30 days' })
    expect(shown).toMatchObject({ metric: 'Inventory', span: 'weekly', count: 40, size: null, total: null })
    expect(shown.data?.map(({ value }) => value)).toEqual([50, 40])
    expect(previewOf({ report: report('Average Size', rows), dateRange: 'Last 30 days' })).toMatchObject({
      count: null,
      size: 40,
    })
    expect(previewOf({ report: report('Average Size', [{ value: null }]), dateRange: 'Snapshot' }).size).toBeNull()
  })

  test('of the harvest: the sum of its buckets', () => {
    const rows = [
      { harvest: 3, value: 3 },
      { harvest: 4, value: 4 },
    ]
    expect(previewOf({ report: report('Harvest', rows), dateRange: 'Last 30 days' })).toMatchObject({ count: 7 })
  })

  test('of a rate: how it is at the end; of an interval, that of all buckets as of one', () => {
    const shown = previewOf({ report: report('% Mortality', [{ value: 3 }, { value: 4 }]), dateRange: 'Last 30 days' })
    expect(shown).toMatchObject({ percent: 4, count: null })
    const cut = report('% Interval Mortality', [{ value: 0 }, { value: 10 }])
    const [first, second] = cut.data
    // 100 alive; 20 are harvested; 20 come, and 10 are lost.
    Object.assign(first ?? {}, { atRisk: 100, inventory: 80 })
    Object.assign(second ?? {}, { atRisk: 100, loss: 10, inventory: 90 })
    expect(previewOf({ report: cut, dateRange: 'Last 30 days' }).percent).toBe((100 * 10) / 120)
    expect(previewOf({ report: report('% Interval Mortality', [{ value: null }]), dateRange: '' }).percent).toBeNull()
  })

  test('today has no line', () => {
    expect(previewOf({ report: report('Inventory', [{ value: 5 }]), dateRange: 'Snapshot' }).data).toBeNull()
  })
})

test('DASH-2 what was worked out already is found again, wherever it stands', () => {
  const square = { ...draft, count: 5 } as unknown as Square
  expect(knownSquare({ ...draft }, [{ ...square, span: 'daily' }, square])).toBe(square)
  expect(knownSquare({ ...draft, activeViewBy: {} }, [square])).toBeUndefined()
})

test('REP-10 containers are narrowed by filters only when they are saved', () => {
  expect(isToldWhenSaved({ ...draft, metric: 'Equipment' })).toBe(true)
  expect(isToldWhenSaved({ ...draft, metric: 'Equipment', activeViewBy: {} })).toBe(false)
  expect(isToldWhenSaved(draft)).toBe(false)
})
