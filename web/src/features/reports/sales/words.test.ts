import { expect, test } from 'vitest'
import type { Sold, SoldHarvest } from '@/api'
import { fileOf, harvestsFile, missingWords, sumWords, termsOf } from './words'

const sold = (part: Partial<Sold> = {}): Sold => ({
  harvests: 2,
  animals: 600,
  worth: [
    { currency: 'CAD', cents: 77_563, harvests: 1, animals: 500, perDozenCents: 1862 },
    { currency: 'USD', cents: -48_000, harvests: -1, animals: -600, perDozenCents: null },
  ],
  unvalued: { harvests: 0, animals: 0 },
  ...part,
})

const harvest: SoldHarvest = {
  entry: 7,
  number: 6,
  date: '2026-11-01',
  leaseId: 'a',
  area: 'North',
  lotId: 'l',
  lot: 'Pacific',
  animals: -600,
  buyer: '=Rive Sud',
  order: '',
  quantity: 0,
  unit: '',
  priceCents: 0,
  currency: '',
  cents: null,
  recordedAt: 0,
  by: '',
  note: '',
  reverses: 3,
}

test('SALES-1 sums and what is missing in them, in words', () => {
  expect(sumWords({ harvests: 1, animals: 1200 })).toBe('1 harvest of 1,200 animals.')
  expect(missingWords(sold())).toBeNull()
  expect(missingWords(sold({ unvalued: { harvests: 1, animals: 60 } }))).toBe(
    '1 harvest of 60 animals has no price, or a price without the quantity it is of, and is in no value.',
  )
  expect(missingWords(sold({ unvalued: { harvests: 2, animals: 160 } }))).toContain('2 harvests of 160 animals have')
})

test('SALES-1 the terms of a sale', () => {
  expect(termsOf(harvest)).toBe('')
  expect(termsOf({ ...harvest, quantity: 2.5, unit: 'bag' })).toBe('2.5 bags')
  expect(termsOf({ ...harvest, unit: 'each', priceCents: 80, currency: 'USD' })).toBe('at $0.80 each')
  expect(termsOf({ ...harvest, quantity: 100, unit: 'dozen', priceCents: 900, currency: 'CAD' })).toBe(
    '100 dozen at CA$9.00 a dozen',
  )
})

test('SALES-1 a file has a row for each currency, and nothing that is not known', () => {
  const [head, ...rows] = fileOf('Buyer', [
    { name: 'Rive Sud', sold: sold() },
    { name: 'Nobody', sold: sold({ worth: [] }) },
  ])
  expect(rows).toEqual([
    ['Rive Sud', 2, 600, 'CAD', 775.63, 500, 18.62],
    ['Rive Sud', 2, 600, 'USD', -480, -600, ''],
    ['Nobody', 2, 600, '', '', '', ''],
  ])
  expect(rows.every((row) => row.length === head?.length)).toBe(true)
  const [names, one] = harvestsFile([harvest])
  expect(one).toHaveLength(names?.length ?? 0)
  expect(one?.slice(-4)).toEqual(['', '', 6, 3])
})
