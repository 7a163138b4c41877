import { expect, test } from 'vitest'
import { COUNTRIES, statesOf } from '@/shared/lib/places'
import { allZones, zoneOf, zonesOf } from './zones'

test.each([
  ['Canada', 'British Columbia', 'America/Vancouver'],
  ['Canada', 'Quebec', 'America/Toronto'],
  ['Mexico', 'Baja California', 'America/Tijuana'],
  ['USA', 'Maine', 'America/New_York'],
  ['USA', 'Hawaii', 'Pacific/Honolulu'],
  ['Australia', 'Tasmania', 'Australia/Hobart'],
  ['USA', '', ''],
  ['', 'Maine', ''],
  ['toString', 'Maine', ''],
])('the zone of %j, %j is %j', (country, state, zone) => {
  expect(zoneOf(country, state)).toBe(zone)
})

test('every state has a zone that the browser knows, and every named state exists', () => {
  const known = new Set(allZones())
  for (const country of COUNTRIES) {
    const zones = new Set(statesOf(country).map((state) => zoneOf(country, state)))
    for (const zone of [...zones, ...zonesOf(country)]) expect(known).toContain(zone)
    // A misspelt state would leave its zone without one; Darwin's territory is no state.
    expect(zonesOf(country).filter((zone) => !zones.has(zone))).toEqual(
      country === 'Australia' ? ['Australia/Darwin'] : [],
    )
  }
})
