import { expect, test } from 'vitest'
import { RANGES, rangeProblem } from '@/shared/lib/ranges'
import { COMPARED, COUNT_TYPES, FIELDS, FREQUENCIES, GRAPHS, MODES, VIEWS } from './model'

const TODAY = '2026-11-20'
const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label)

test('REP-11 REP-12 the words of the controls', () => {
  expect(labels(RANGES)).toEqual([
    'Last 7 Days',
    'Last 30 days',
    'Last 90 days',
    'Last 180 days',
    'Last 365 days',
    'Season to date',
    'From the first planting',
    'All time',
    'Custom',
  ])
  expect(labels(FREQUENCIES)).toEqual(['Yearly', 'Monthly', 'Weekly', 'Daily'])
})

test('REP-3 REP-5 REP-6 REP-9 the words of the toggles and pickers', () => {
  expect(labels(VIEWS)).toEqual(['Chart', 'Table'])
  expect(labels(MODES)).toEqual(['Over Time', 'Snapshot'])
  expect(labels(GRAPHS)).toEqual(['Share', 'Count'])
  expect(labels(COUNT_TYPES)).toEqual(['All Count Types', 'Shell Stock', 'Harvested', 'Lost', 'By Size'])
  expect(labels(COMPARED)).toEqual([
    'Inventory',
    '% Mortality',
    '% Yield',
    '% Return',
    'Harvest',
    'Average Size',
    '% Interval Mortality',
  ])
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

test.each([
  [undefined, undefined, 'Choose a start and an end date.'],
  ['2026-11-01', '', 'Choose a start and an end date.'],
  ['0002-11-01', '2026-11-20', 'Enter both dates in full.'],
  ['2026-11-10', '2026-11-01', 'The start is after the end.'],
  ['2026-11-10', '2026-11-21', 'Nothing later than today can be shown.'],
  ['2026-11-20', '2026-11-20', null],
])('REP-11 from %s to %s: %s', (from, to, problem) => {
  expect(rangeProblem(from, to, TODAY)).toBe(problem)
})
