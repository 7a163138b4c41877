import { describe, expect, test } from 'vitest'
import { degreesIn } from '@/shared/lib/degrees'
import { type FactsDraft, factsOf, factsProblems, factsWords, NO_FACTS, nextFacts, usedBefore } from './facts'

const facts = (part: Partial<FactsDraft> = {}): FactsDraft => ({ ...NO_FACTS, ...part })
const USA = { country: 'USA', degrees: degreesIn('USA') }
const CANADA = { country: 'Canada', degrees: degreesIn('Canada') }
const DAY = '2026-11-20'

describe('what is sent', () => {
  test('nothing where nothing is known', () => {
    expect(factsOf(facts(), DAY, USA)).toBeUndefined()
    // A unit is a habit, not a fact.
    expect(factsOf(facts({ buyer: '  ' }), DAY, USA)).toBeUndefined()
  })

  test('texts, cents, and degrees Celsius from what a thermometer at the farm shows', () => {
    const typed = facts({
      landed: '06:40',
      buyer: ' Pike Place ',
      buyerAddress: ' 85 Pike St ',
      quantity: '12,5',
      unit: 'dozen',
      price: '1,450.5',
      water: '55',
      air: '-4',
    })
    expect(factsOf(typed, DAY, USA)).toEqual({
      landed: '2026-11-20 06:40',
      buyer: 'Pike Place',
      buyerAddress: '85 Pike St',
      order: '',
      quantity: 12.5,
      unit: 'dozen',
      priceCents: 145050,
      currency: 'USD',
      harvester: '',
      waterTempC: 12.8,
      airTempC: -20,
    })
    expect(factsOf(typed, DAY, CANADA)).toMatchObject({ currency: 'CAD', waterTempC: 55, airTempC: -4 })
  })

  test('a landing after midnight is on the next day', () => {
    expect(factsOf(facts({ landed: '00:20', nextDay: true }), '2026-11-30', USA)?.landed).toBe('2026-12-01 00:20')
  })

  test.each([50, 32, 0, -40, 98])('%s °F comes back as it was typed', (typed) => {
    const { toCelsius, words } = degreesIn('USA')
    expect(words(toCelsius(String(typed)) ?? 0)).toBe(`${typed} °F`)
  })
})

describe('what is refused', () => {
  const found = (part: Partial<FactsDraft>) =>
    factsProblems(facts(part), { date: DAY, today: DAY, degrees: USA.degrees })

  test.each<[Partial<FactsDraft>, string[]]>([
    [{}, []],
    [{ quantity: '12', unit: 'dozen', price: '9', water: '50', air: '41' }, []],
    [{ quantity: '12' }, ['facts.unit']],
    [{ price: '12' }, ['facts.unit']],
    [{ quantity: '1.5', unit: 'each' }, ['facts.quantity']],
    [{ quantity: 'ten', unit: 'bag' }, ['facts.quantity']],
    [{ quantity: '9,999,999,999', unit: 'bag' }, ['facts.quantity']],
    [{ price: '1.234', unit: 'bag' }, ['facts.priceCents']],
    [{ price: '1000001', unit: 'bag' }, ['facts.priceCents']],
    [{ water: 'cold' }, ['facts.waterTempC']],
    [{ air: '200' }, ['facts.airTempC']],
    [{ landed: '00:20', nextDay: true }, ['facts.landed']],
  ])('%j: %j', (part, fields) => {
    expect(Object.keys(found(part))).toEqual(fields)
  })
})

test('the next harvest has everything but its quantity', () => {
  const typed = facts({ buyer: 'Pike Place', quantity: '12', unit: 'dozen', harvester: 'June' })
  expect(nextFacts(typed)).toEqual({ ...typed, quantity: '' })
})

test('what is known reads as a line', () => {
  const known = factsOf(facts({ buyer: 'Pike', quantity: '12', unit: 'dozen', price: '14', water: '50' }), DAY, USA)
  expect(factsWords(known, USA.degrees)).toBe('12 dozen, 14.00 USD a dozen, to Pike, water 50 °F')
  expect(factsWords({ buyer: 'Pike', buyerAddress: '85 Pike St' }, USA.degrees)).toBe('to Pike (85 Pike St)')
  expect(factsWords({ buyerAddress: '85 Pike St' }, USA.degrees)).toBe('to 85 Pike St')
  expect(factsWords(undefined, USA.degrees)).toBe('')
})

test('what was said before is offered once, the newest first', () => {
  const all = ['Pike', '', 'Walrus', 'Pike'].map((buyer) => ({ facts: { buyer } }))
  expect(usedBefore(all, 'buyer')).toEqual(['Pike', 'Walrus'])
})
