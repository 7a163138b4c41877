import { expect, test } from 'vitest'
import { COUNTRIES, statesOf } from './places'

test('AFARM-2 four countries', () => {
  expect(COUNTRIES).toEqual(['Canada', 'Mexico', 'USA', 'Australia'])
})

test.each([
  ['USA', 52, ['District of Columbia', 'Puerto Rico', 'Hawaii']],
  ['Canada', 10, ['British Columbia', 'Newfoundland and Labrador']],
  ['Mexico', 32, ['Baja California Sur', 'Ciudad de México']],
  ['Australia', 6, ['Tasmania']],
])('AFARM-2 %s has %d states, each once', (country, count, some) => {
  const states = statesOf(country)
  expect(new Set(states).size).toBe(count)
  expect(states).toEqual(expect.arrayContaining(some))
})

test('AFARM-2 no country, no states', () => {
  expect(statesOf('')).toEqual([])
  expect(statesOf('toString')).toEqual([])
})
