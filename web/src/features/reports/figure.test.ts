import { describe, expect, test } from 'vitest'
import type { Bucket, Report } from '@/api'
import { cellsOf, gridOf, nothingOf, partsGrid, seriesOf, splitOf } from './figure'

function row(part: Partial<Bucket>): Bucket {
  return {
    from: `${(part.to ?? '2017-11-30').slice(0, 8)}01`,
    to: '2017-11-30',
    planted: 3490,
    moved: 0,
    adjusted: -59,
    received: 3431,
    harvested: 1107,
    lost: 242,
    inventory: 2082,
    harvest: 318,
    loss: 0,
    missing: 59,
    missingIn: 0,
    atRisk: 0,
    value: null,
    values: [],
    ...part,
  }
}

function answer(part: Partial<Report>): Report {
  return {
    metric: 'Inventory',
    unit: 'animals',
    graphType: 'count',
    frequency: 'Monthly',
    startDate: '2017-10-01',
    endDate: '2017-11-30',
    activeLease: '',
    segment: '',
    series: [{ key: '', label: '' }],
    season: { month: 1, mark: null },
    data: [row({ to: '2017-10-31', inventory: 2090, harvest: 789, values: [2090] }), row({ values: [2082] })],
    ...part,
  }
}

const SITES = {
  segment: 'growingArea',
  series: [
    { key: 'a', label: 'Site A' },
    { key: 'b', label: '=Site B' },
  ],
}

const bySite = (part: Partial<Report>, october: Partial<Bucket>, november: Partial<Bucket>) =>
  answer({ ...SITES, ...part, data: [row({ to: '2017-10-31', inventory: 2090, ...october }), row(november)] })

describe('REP-3 chart and table show the same numbers', () => {
  const counts = bySite({}, { values: [737, 1353] }, { values: [729, 1353] })

  test('a split answer has a line and a column per series', () => {
    expect(seriesOf(counts).map(({ label, values }) => [label, values])).toEqual([
      ['Site A', [737, 729]],
      ['=Site B', [1353, 1353]],
    ])
    expect(gridOf(counts)).toMatchObject({
      head: ['Month', 'Site A', '=Site B', 'Inventory', 'Received', 'Harvested', 'Lost'],
      units: Array(6).fill('animals'),
      rows: [
        { name: 'Oct 2017', numbers: [737, 1353, 2090, 3431, 1107, 242] },
        { name: 'Nov 2017', numbers: [729, 1353, 2082, 3431, 1107, 242] },
      ],
    })
  })

  test('plantings and months are named in words, and asked for as they are', () => {
    const split = (segment: string, key: string) =>
      seriesOf(answer({ segment, series: [{ key, label: key }], data: [row({ values: [1] })] }))[0]
    expect(split('datePlanted', '2017-03-01')).toMatchObject({ key: '2017-03-01', label: '1 Mar 2017' })
    expect(split('month', '3')).toMatchObject({ key: '3', label: 'March' })
    expect(split('datePlanted', 'unknown')).toMatchObject({ label: 'unknown' })
  })

  test('each number says what it is to the server', () => {
    const to = '2017-11-30'
    expect(gridOf(counts).rows[1]?.figures).toEqual([
      { to, series: 'a' },
      { to, series: 'b' },
      { to, term: 'inventory' },
      { to, term: 'received' },
      { to, term: 'harvested' },
      { to, term: 'lost' },
    ])
    expect(partsGrid(counts).rows[0]?.figures).toEqual([{ to, series: 'a' }])
    const interval = answer({ metric: '% Interval Mortality', unit: 'percent', data: [row({ to, missingIn: 7 })] })
    expect(gridOf(interval).rows[0]?.figures).toEqual([
      { to },
      { to, term: 'loss' },
      { to, term: 'missingIn' },
      { to, term: 'atRisk' },
      { to, metric: '% Mortality' },
    ])
  })

  test('none missing does not open, as counts may have found more than was expected', () => {
    const found = answer({ metric: '% Mortality', unit: 'percent', data: [row({ adjusted: 12, missing: 0 })] })
    expect(gridOf(found).rows[0]?.numbers.at(-1)).toBe(0)
    expect(gridOf(found).rows[0]?.figures?.at(-1)).toBeUndefined()
    const short = answer({ metric: '% Mortality', unit: 'percent', data: [row({})] })
    expect(gridOf(short).rows[0]?.figures?.at(-1)).toEqual({ to: '2017-11-30', term: 'missing' })
  })

  test('the file has the rows of the table', () => {
    expect(cellsOf(gridOf(counts))[2]).toEqual(['Nov 2017', 729, 1353, 2082, 3431, 1107, 242])
  })

  test('REP-5 a split snapshot has a row for each part', () => {
    expect(partsGrid(counts)).toMatchObject({
      head: ['Growing Area', 'Inventory'],
      units: ['animals'],
      rows: [
        { name: 'Site A', numbers: [729] },
        { name: '=Site B', numbers: [1353] },
      ],
    })
  })

  test('REP-18 shares stand beside the count that they are parts of', () => {
    const shares = bySite({ unit: 'percent', graphType: 'share' }, { values: [35.3, 64.7] }, { values: [null, 100] })
    const grid = gridOf(shares)
    expect(grid.units).toEqual(['percent', 'percent', 'animals', 'animals', 'animals', 'animals'])
    expect(grid.rows[1]?.numbers).toEqual([null, 100, 2082, 3431, 1107, 242])
    expect(cellsOf(grid)[0]?.slice(0, 4)).toEqual(['Month', 'Site A (%)', '=Site B (%)', 'Inventory'])
    expect(cellsOf(grid)[2]?.slice(0, 4)).toEqual(['Nov 2017', '', 100, 2082])
  })
})

test.each([
  ['Inventory', 'animals', ['Month', 'Inventory', 'Received', 'Harvested', 'Lost'], [2082, 3431, 1107, 242]],
  ['Harvest', 'animals', ['Month', 'Harvest', 'Harvested so far'], [318, 1107]],
  ['Average Size', 'mm', ['Month', 'Average Size', 'Inventory'], [62.4849, 2082]],
  ['% Mortality', 'percent', ['Month', '% Mortality', 'Received', 'Lost', 'Missing'], [62.4849, 3431, 242, 59]],
  ['% Yield', 'percent', ['Month', '% Yield', 'Received', 'Lost', 'Missing'], [62.4849, 3431, 242, 59]],
  ['% Return', 'percent', ['Month', '% Return', 'Received', 'Harvested'], [62.4849, 3431, 1107]],
] as const)('REP-18 %s stands with the counts that it is made of', (metric, unit, head, numbers) => {
  const whole = answer({ metric, unit, data: [row({ value: 62.4849, values: [62.4849] })] })
  expect(gridOf(whole)).toMatchObject({ head, rows: [{ numbers }] })
  expect(gridOf(whole).units[0]).toBe(unit)
  expect(seriesOf(whole)).toMatchObject([{ label: metric, values: [numbers[0]] }])
})

test('REP-18 a part of the farm stands with what entered it', () => {
  const part = answer({ metric: '% Mortality', unit: 'percent', data: [row({ entered: 3500, movedOn: 69, value: 7 })] })
  expect(gridOf(part)).toMatchObject({
    head: ['Month', '% Mortality', 'Entered', 'Lost', 'Missing'],
    rows: [{ numbers: [7, 3500, 242, 59] }],
  })
})

test('REP-6 the yield has its parts and what they are parts of', () => {
  const parts = ['Shell Stock', 'Harvested', 'Lost']
  const yields = answer({
    metric: 'Yield',
    unit: 'percent',
    graphType: 'share',
    segment: 'All Count Types',
    series: parts.map((label) => ({ key: label, label })),
    data: [row({ values: [60.682, 32.265, 7.053] })],
  })
  expect(gridOf(yields).head).toEqual(['Month', ...parts, 'Received', 'Missing'])
  expect(cellsOf(gridOf(yields))[1]).toEqual(['Nov 2017', 60.68, 32.27, 7.05, 3431, 59])
})

test.each([
  ['growingArea', 'Growing Area'],
  ['meshSize', 'Equipment'],
  ['', ''],
])('the split %s is called %s', (segment, name) => {
  expect(splitOf({ segment })).toBe(name)
})

test('there is nothing to draw when nothing was received, harvested or measured', () => {
  const nothing = { planted: 0, adjusted: 0, received: 0, harvested: 0, lost: 0, harvest: 0 }
  expect(nothingOf(answer({ data: [row(nothing)] }))).toBe('animals')
  expect(nothingOf(answer({ data: [row(nothing), row({})] }))).toBeNull()
  expect(nothingOf(answer({ metric: 'Harvest', data: [row({ harvest: 0 })] }))).toBe('harvest')
  expect(nothingOf(answer({ metric: 'Harvest', data: [row({ harvest: 0 }), row({})] }))).toBeNull()
  expect(nothingOf(answer({ metric: 'Average Size', data: [row({})] }))).toBe('size')
  const emptied = row({ planted: 1000, inventory: 0, lost: 1000, value: null })
  expect(nothingOf(answer({ metric: 'Average Size', data: [emptied] }))).toBe('alive')
  expect(nothingOf(answer({ metric: 'Average Size', data: [row({}), row({ value: 24.7 })] }))).toBeNull()
  expect(nothingOf(answer({ metric: '% Yield', data: [row({})] }))).toBeNull()
})

test.each(['sizeLabel', 'By Size'])(
  'the parts of a split by %s stand in the order of growth, each with its numbers',
  (segment) => {
    const series = ['Intermediate', 'Nursery', 'Seed'].map((label) => ({ key: label, label }))
    const parts = seriesOf(answer({ segment, series, data: [row({ values: [3, 2, 1] })] }))
    expect(parts.map(({ label, step, values }) => [label, step, values])).toEqual([
      ['Seed', 1, [1]],
      ['Nursery', 2, [2]],
      ['Intermediate', 3, [3]],
    ])
  },
)

test('REP-19 the year before stands beside each number, and opens as a number of its own', () => {
  const before = (to: string, values: number[]) => ({ from: to, to, value: 50, values })
  const series = [
    { key: 'a', label: 'Site A' },
    { key: 'b', label: 'Site B' },
  ]
  const split = answer({
    segment: 'growingArea',
    series,
    data: [row({ values: [1, 2], lastYear: before('2016-11-30', [3, 4]) }), row({ to: '2017-12-31', values: [5, 6] })],
  })
  const { head, rows } = gridOf(split)
  expect(head.slice(0, 5)).toEqual(['Month', 'Site A', 'Site B', 'Site A, last year', 'Site B, last year'])
  expect(rows.map(({ numbers }) => numbers.slice(0, 4))).toEqual([
    [1, 2, 3, 4],
    [5, 6, null, null],
  ])
  expect(rows[0]?.figures?.[2]).toEqual({ to: '2016-11-30', earlier: true, series: 'a' })
  const whole = gridOf(answer({ data: [row({ inventory: 7, lastYear: before('2016-11-30', []) })] }))
  expect(whole.head.slice(0, 3)).toEqual(['Month', 'Inventory, last year', 'Inventory'])
  expect(whole.rows[0]?.numbers.slice(0, 2)).toEqual([50, 7])
})
