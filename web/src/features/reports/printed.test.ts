import { expect, test } from 'vitest'
import type { Farm, Report } from '@/api'
import { REPORT_DEFAULTS } from './model'
import { cardsWords } from './paper'
import { askedWords, slicesOf } from './printed'

const FARM = { name: 'Stony Point', timeZone: 'UTC', leases: [{ leaseId: 'n', name: 'North' }] } as unknown as Farm

const answer = (part: Partial<Report>) =>
  ({
    metric: 'Inventory',
    frequency: 'Weekly',
    startDate: '2026-08-24',
    endDate: '2026-11-21',
    activeLease: 'All',
    segment: '',
    ...part,
  }) as Report

test('a sheet says what it is about and when it was printed', () => {
  const search = { ...REPORT_DEFAULTS, seed: ['Taylor', 'Hama Hama'], size: ['Petite'] }
  expect(askedWords(answer({ activeLease: 'n', segment: 'sizeLabel' }), false, FARM, search)).toMatch(
    /^North, 24 Aug to 21 Nov 2026, weekly, by Size\. Seed Source: Taylor or Hama Hama\. Size: Petite\. Printed \d+ \w{3} \d{4}\.$/,
  )
  expect(askedWords(answer({}), true, FARM, REPORT_DEFAULTS)).toMatch(/^All growing areas, 21 Nov 2026\. Printed /)
  expect(askedWords(answer({ metric: 'Yield', segment: 'By Size' }), false, FARM, REPORT_DEFAULTS)).toContain(
    'by Size.',
  )
  expect(askedWords(answer({ metric: 'Yield', segment: 'Lost' }), false, FARM, REPORT_DEFAULTS)).toContain(
    'weekly. Printed',
  )
})

test('a page of cards says the same', () => {
  expect(cardsWords(FARM, 'n', 'as of 21 Nov 2026')).toMatch(
    /^Stony Point\. North, as of 21 Nov 2026\. Printed \d+ \w{3} \d{4}\.$/,
  )
  expect(cardsWords(FARM, '', '1 to 21 Nov 2026', '2026-11-21')).toMatch(
    /^Stony Point\. All growing areas, 1 to 21 Nov 2026\. As known on 21 Nov 2026\. Printed /,
  )
})

test('every column is in one of the tables, none of which is wider than a sheet', () => {
  for (const columns of [0, 1, 14, 15, 40, 501]) {
    const slices = slicesOf(columns)
    expect(slices.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))).toEqual(
      Array.from({ length: columns }, (_, at) => at),
    )
    expect(slices.every(([from, to]) => to - from <= 14)).toBe(true)
  }
})
