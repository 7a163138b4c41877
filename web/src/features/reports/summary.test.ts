import { describe, expect, test } from 'vitest'
import type { Bucket, Report } from '@/api'
import { summaryOf } from './summary'

function bucket(part: Partial<Bucket>): Bucket {
  const { planted = 0, moved = 0, adjusted = 0, harvested = 0, lost = 0 } = part
  const received = planted + moved + adjusted
  return {
    from: '2017-11-01',
    to: '2017-11-30',
    planted,
    moved,
    adjusted,
    harvested,
    lost,
    received,
    inventory: received - harvested - lost,
    harvest: 0,
    loss: 0,
    missing: Math.max(0, -adjusted),
    missingIn: 0,
    atRisk: 0,
    value: null,
    values: [],
    ...part,
  }
}

function summary(metric: string, data: Partial<Bucket>[], part: Partial<Report> = {}, brief = false): string {
  const answer: Report = {
    metric,
    unit: 'animals',
    graphType: 'count',
    frequency: 'Monthly',
    startDate: '2017-03-01',
    endDate: '2017-11-30',
    activeLease: 'All',
    segment: '',
    series: [],
    season: { month: 1, mark: null },
    data: data.map(bucket),
    ...part,
  }
  return summaryOf(answer, brief)
}

type Opening = NonNullable<Report['opening']>

function openingOf(part: Partial<Opening>): Opening {
  const { planted = 0, moved = 0, adjusted = 0, harvested = 0, lost = 0 } = part
  const inventory = planted + moved + adjusted - harvested - lost
  return { day: '2017-02-28', planted, moved, adjusted, harvested, lost, inventory, value: inventory, ...part }
}

const NOTEBOOK = { planted: 3490, adjusted: -59, harvested: 1107, lost: 242 }

test('REP-18 of a part of the farm: over what entered', () => {
  const part = { planted: 1000, moved: -330, lost: 100, entered: 1020, movedOn: 350, value: 9.8039 }
  expect(summary('Yield', [part])).toBe(
    'Yield is 90.2%: of 1,020 entered by 30 Nov 2017, 570 are shell stock, 0 were harvested, 100 were lost and 350 moved on.',
  )
  expect(summary('% Mortality', [part])).toBe('9.8% of 1,020 entered were lost by 30 Nov 2017: 100 animals.')
  expect(summary('% Mortality', [{ entered: 0, movedOn: 0 }])).toBe('Nothing entered by 30 Nov 2017.')
})

describe('REP-18 inventory', () => {
  const over = (opening: Partial<Opening>, last: Partial<Bucket>, brief = false) =>
    summary('Inventory', [{ to: '2017-10-31' }, last], { opening: openingOf(opening) }, brief)

  test.each([
    [
      NOTEBOOK,
      '2,082 alive on 30 Nov 2017, up 2,082 since 28 Feb 2017: 3,490 planted, 1,107 harvested, 242 lost, 59 fewer found than expected.',
    ],
    [{ planted: 500 }, '500 alive on 30 Nov 2017, up 500 since 28 Feb 2017: 500 planted.'],
    [
      { planted: 500, adjusted: 12 },
      '512 alive on 30 Nov 2017, up 512 since 28 Feb 2017: 500 planted, 12 more found than expected.',
    ],
    [{ planted: 500, moved: -100 }, '400 alive on 30 Nov 2017, up 400 since 28 Feb 2017: 500 planted, 100 moved out.'],
    [{ moved: 100, lost: 4 }, '96 alive on 30 Nov 2017, up 96 since 28 Feb 2017: 100 moved in, 4 lost.'],
  ])('%j of nothing before', (part, sentence) => {
    expect(over({}, part)).toBe(sentence)
  })

  test('what happened is counted from the day before the chosen dates, whatever the rows are', () => {
    const before = { planted: 3000, harvested: 1000, lost: 200 }
    const sentence =
      '2,082 alive on 30 Nov 2017, up 282 since 28 Feb 2017: 490 planted, 107 harvested, 42 lost, 59 fewer found than expected.'
    expect(over(before, NOTEBOOK)).toBe(sentence)
    expect(summary('Inventory', [NOTEBOOK], { opening: openingOf(before), frequency: 'Yearly' })).toBe(sentence)
    expect(over(before, NOTEBOOK, true)).toBe('2,082 alive on 30 Nov 2017, up 282 since 28 Feb 2017.')
    expect(over(before, { ...before, moved: -5 })).toBe(
      '1,795 alive on 30 Nov 2017, down 5 since 28 Feb 2017: 5 moved out.',
    )
    expect(over(before, before)).toBe('1,800 alive on 30 Nov 2017, as many as on 28 Feb 2017.')
  })

  test('property: the sentence has the numbers of the chosen dates and no others', () => {
    let seed = 20261129
    const upTo = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % n
    }
    const some = () => ({ planted: upTo(9000), moved: 0, adjusted: 0, harvested: upTo(500), lost: upTo(400) })
    for (let round = 0; round < 500; round++) {
      const [before, since] = [some(), some()]
      const last = {
        planted: before.planted + since.planted,
        harvested: before.harvested + since.harvested,
        lost: before.lost + since.lost,
      }
      const grown = since.planted - since.harvested - since.lost
      const want = [Math.abs(grown), since.planted, since.harvested, since.lost].filter((n) => n !== 0)
      const [, said = ''] = over(before, last).split(' alive on 30 Nov 2017')
      const numbers = said.replace(/(since|on) 28 Feb 2017/, '').match(/[\d,]*\d/g) ?? []
      expect(numbers.map((n) => Number(n.replaceAll(',', '')))).toEqual(want)
    }
  })

  test('as share', () => {
    const part: Partial<Report> = {
      graphType: 'share',
      unit: 'percent',
      segment: 'growingArea',
      series: ['Site A', 'Site B', 'Site C'].map((label) => ({ key: label, label })),
    }
    const shares = { ...NOTEBOOK, values: [35.0144, 34.1499, 30.8357] }
    expect(summary('Inventory', [shares], part)).toBe(
      '2,082 alive on 30 Nov 2017. The largest share is Site A with 35.01%.',
    )
    expect(summary('Inventory', [{ values: [null, null, null] }], part)).toBe('0 alive on 30 Nov 2017.')
  })
})

test.each([
  [
    'Monthly',
    [
      { to: '2017-10-31', harvest: 789 },
      { to: '2017-11-30', harvest: 318 },
    ],
    '1,107 harvested from 1 Mar to 30 Nov 2017, the most in Oct 2017: 789.',
  ],
  [
    'Weekly',
    [
      { from: '2017-10-02', to: '2017-10-08', harvest: 7 },
      { from: '2017-10-09', to: '2017-10-15', harvest: 8 },
    ],
    '15 harvested from 1 Mar to 30 Nov 2017, the most from 9 to 15 Oct 2017: 8.',
  ],
  [
    'Daily',
    [
      { from: '2017-10-08', to: '2017-10-08', harvest: 9 },
      { from: '2017-10-09', to: '2017-10-09', harvest: 8 },
    ],
    '17 harvested from 1 Mar to 30 Nov 2017, the most on 8 Oct 2017: 9.',
  ],
  ['Yearly', [{ harvest: 1107 }], '1,107 harvested from 1 Mar to 30 Nov 2017.'],
  ['Yearly', [{ harvest: 0 }], 'Nothing was harvested from 1 Mar to 30 Nov 2017.'],
])('REP-7 REP-18 harvest, %s', (frequency, data, sentence) => {
  expect(summary('Harvest', data, { frequency })).toBe(sentence)
})

test.each([
  [
    NOTEBOOK,
    'Yield is 92.95%: of 3,431 received by 30 Nov 2017, 2,082 are shell stock, 1,107 were harvested and 242 were lost. 59 more were missing at counts.',
  ],
  [{}, 'Nothing was received by 30 Nov 2017.'],
])('REP-6 REP-18 yield of %j', (part, sentence) => {
  expect(summary('Yield', [part])).toBe(sentence)
})

test.each([
  [24.73, 62.4849, '62.48 mm on average on 30 Nov 2017, up 37.75 mm since 28 Feb 2017.'],
  [63, 62.4849, '62.48 mm on average on 30 Nov 2017, down 0.52 mm since 28 Feb 2017.'],
  [62.4849, 62.4849, '62.48 mm on average on 30 Nov 2017, no change since 28 Feb 2017.'],
  [null, 62.4849, '62.48 mm on average on 30 Nov 2017.'],
  [24.73, null, 'None of the animals alive on 30 Nov 2017 were measured.'],
])('REP-8 REP-18 sizes of %j', (before, now, sentence) => {
  const rows = [
    { to: '2017-10-31', value: 1 },
    { value: now, planted: 40 },
  ]
  expect(summary('Average Size', rows, { unit: 'mm', opening: openingOf({ value: before }) })).toBe(sentence)
})

test('REP-8 the size of an emptied farm', () => {
  expect(summary('Average Size', [{ planted: 40, harvested: 40 }], { unit: 'mm', opening: openingOf({}) })).toBe(
    'No animals are alive on 30 Nov 2017.',
  )
})

test.each([
  [
    '% Mortality',
    7.0533,
    '7.05% of 3,431 received were lost by 30 Nov 2017: 242 animals. 59 more were missing at counts.',
  ],
  ['% Return', 32.2646, '32.26% of 3,431 received were harvested by 30 Nov 2017: 1,107 animals.'],
  [
    '% Yield',
    92.9466,
    '92.95% of 3,431 received were not lost by 30 Nov 2017: 2,082 alive and 1,107 harvested. 59 more were missing at counts.',
  ],
  ['% Yield', null, 'Nothing was received by 30 Nov 2017.'],
])('REP-9 REP-18 %s', (metric, value, sentence) => {
  expect(summary(metric, [{ ...NOTEBOOK, value }], { unit: 'percent' })).toBe(sentence)
})

test.each([
  ['Inventory', [NOTEBOOK], '2,082 alive on 30 Nov 2017.'],
  ['Harvest', [{ harvest: 789 }, { harvest: 318 }], '1,107 harvested from 1 Mar to 30 Nov 2017.'],
  ['Average Size', [{ value: 24.73 }, { value: 62.4849 }], '62.48 mm on average on 30 Nov 2017, up 37.75 mm.'],
  ['% Mortality', [{ ...NOTEBOOK, value: 7.0533 }], '7.05% of 3,431 received were lost by 30 Nov 2017.'],
])('REP-9 REP-18 %s, briefly', (metric, data, sentence) => {
  const [unit, opening] =
    metric === 'Average Size' ? ['mm' as const, openingOf({ value: 24.73 })] : ['animals' as const]
  expect(summary(metric, data, { unit, opening }, true)).toBe(sentence)
})

test('an answer without rows says nothing', () => {
  expect(summary('Inventory', [])).toBe('')
})

test('REP-19 the mortality of an interval says whether it passed the mark of the farm, and what it was a year before', () => {
  const june = { from: '2017-06-01', to: '2017-06-30', loss: 80, atRisk: 3188, value: 2.5094, mark: 2 }
  const may = { from: '2017-05-01', to: '2017-05-31', loss: 10, atRisk: 3200, value: 0.3125, mark: 2 }
  const marked = { season: { month: 1, mark: 2 }, unit: 'percent' } as const
  const rate = '2.51% of 3,188 at risk were lost from 1 to 30 Jun 2017: 80 animals.'
  expect(summary('% Interval Mortality', [may, june], marked)).toBe(
    `${rate} Mark of 2.0% a month: passed in 1 of 2 months.`,
  )
  expect(summary('% Interval Mortality', [june], { unit: 'percent' })).toBe(rate)
  const quiet = { ...june, value: 1, mark: 2 }
  expect(summary('% Interval Mortality', [may, quiet], marked)).toContain('Mark of 2.0% a month: not passed.')
  const before = { from: '2016-06-01', to: '2016-06-30', value: 4, values: [] }
  expect(summary('% Interval Mortality', [{ ...june, lastYear: before }], { unit: 'percent' })).toBe(
    `${rate} A year before: 4.0%.`,
  )
})

test('the harvest of the year before is that of all its days', () => {
  const rows = [1, 2].map((n) => ({ harvest: n, lastYear: { from: '', to: '', value: 10 * n, values: [] } }))
  expect(summary('Harvest', rows)).toMatch(/A year before: 30\.$/)
})

test('REP-18 the mortality of an interval says how many were missing in it, briefly nothing of that', () => {
  const june = {
    from: '2017-06-01',
    to: '2017-06-30',
    loss: 80,
    atRisk: 3188,
    value: 2.5094,
    missing: 59,
    missingIn: 1,
  }
  expect(summary('% Interval Mortality', [june], { unit: 'percent' })).toBe(
    '2.51% of 3,188 at risk were lost from 1 to 30 Jun 2017: 80 animals. 1 more was missing at counts.',
  )
  expect(summary('% Interval Mortality', [june], { unit: 'percent' }, true)).toBe(
    '2.51% of 3,188 at risk were lost from 1 to 30 Jun 2017.',
  )
})
