import { expect, test } from 'vitest'
import type { Report } from '@/api'
import { explanationOf, formulaOf, titleOf } from './words'

function answer(part: Partial<Report>): Report {
  return {
    metric: 'Inventory',
    unit: 'animals',
    graphType: 'count',
    frequency: 'Monthly',
    startDate: '2017-03-01',
    endDate: '2017-11-30',
    activeLease: 'All',
    segment: '',
    series: [],
    season: { month: 1, mark: null },
    data: [],
    ...part,
  }
}

test.each([
  [{}, 'Living animals, end of month', 'Inventory = received - harvested - lost, at the end of each month.'],
  [
    { graphType: 'share', segment: 'growingArea' },
    'Share of living animals, end of month',
    'Share = living animals of one Growing Area / all living animals, at the end of each month.',
  ],
  [
    { metric: 'Yield', graphType: 'share', segment: 'All Count Types', frequency: 'Yearly' },
    'Yield, end of year',
    'Shell stock + harvested + lost = 100% of received, at the end of each year.',
  ],
  [
    { metric: 'Yield', segment: 'All Count Types' },
    'Yield, end of month',
    'Shell stock + harvested + lost = received, at the end of each month.',
  ],
  [
    { metric: 'Yield', graphType: 'share', segment: 'By Size' },
    'Shell stock by size, end of month',
    'Share = shell stock of one size / received, at the end of each month.',
  ],
  [
    { metric: 'Harvest', frequency: 'Weekly' },
    'Animals harvested, each week',
    'Harvest = the animals harvested within each week.',
  ],
  [
    { metric: 'Harvest', graphType: 'share', segment: 'meshSize' },
    'Share of the harvest, each month',
    'Share = harvested animals of one Equipment / all harvested animals, within each month.',
  ],
  [
    { metric: 'Average Size' },
    'Average size in mm, end of month',
    "Average size = the mean of the living animals' newest measured sizes, at the end of each month.",
  ],
  [{ metric: '% Mortality' }, '% Mortality, end of month', '% Mortality = lost / received, at the end of each month.'],
  [{ metric: '% Yield' }, '% Yield, end of month', '% Yield = (received - lost) / received, at the end of each month.'],
  [{ metric: '% Return' }, '% Return, end of month', '% Return = harvested / received, at the end of each month.'],
] satisfies [Partial<Report>, string, string][])('REP-18 the words beside %j', (part, title, formula) => {
  expect(titleOf(answer(part), false)).toBe(title)
  expect(formulaOf(answer(part), false)).toBe(formula)
  expect(explanationOf(answer(part)).length).toBeGreaterThan(1)
})

const OF_PART = { entered: 1020, movedOn: 350, from: '2017-11-01', to: '2017-11-30' } as Report['data'][number]

test.each([
  [{ metric: '% Mortality' }, '% Mortality = lost / entered, at the end of each month.'],
  [{ metric: '% Yield' }, '% Yield = (entered - lost) / entered, at the end of each month.'],
  [{ metric: '% Return' }, '% Return = harvested / entered, at the end of each month.'],
  [
    { metric: 'Yield', segment: 'All Count Types' },
    'Shell stock + harvested + lost + moved on = entered, at the end of each month.',
  ],
  [
    { metric: 'Yield', segment: 'All Count Types', graphType: 'share' },
    'Shell stock + harvested + lost + moved on = 100% of entered, at the end of each month.',
  ],
  [{ metric: 'Yield', segment: 'Lost', graphType: 'share' }, 'Share = lost / entered, at the end of each month.'],
] satisfies [Partial<Report>, string][])('REP-18 a part of the farm stands over what entered: %j', (part, formula) => {
  const ofPart = answer({ ...part, data: [OF_PART] })
  expect(formulaOf(ofPart, false)).toBe(formula)
  const words = explanationOf(ofPart).join(' ')
  expect(words).toContain('it did not die there')
  expect(words).not.toMatch(/received/i)
})

test('REP-5 the words beside a snapshot', () => {
  expect(titleOf(answer({}), true)).toBe('Living animals today')
  expect(formulaOf(answer({}), true)).toBe('Inventory = received - harvested - lost, today.')
})

test.each(['% Mortality', '% Interval Mortality', '% Yield', 'Yield'])(
  'REP-18 the explanation of %s says that missing animals are no part of it',
  (metric) => {
    expect(explanationOf(answer({ metric })).join(' ')).toContain('missing, not lost: they are no part of mortality')
  },
)
