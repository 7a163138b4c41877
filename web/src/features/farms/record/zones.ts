import { ZONES } from '@/api'
import { isCountry } from '@/shared/lib/places'

interface Zone {
  zone: string
  states: readonly string[]
}

/** The zones of a country; a state that is not listed has the first. */
function zonesIn(country: string): readonly Zone[] {
  return isCountry(country) ? ZONES[country] : []
}

/** The zones that a farm in this country is likely to be in. */
export function zonesOf(country: string): string[] {
  return zonesIn(country).map(({ zone }) => zone)
}

/** The zone of most of a state; empty until a state is chosen. */
export function zoneOf(country: string, state: string): string {
  if (!state) return ''
  const zones = zonesIn(country)
  const named = zones.find(({ states }) => states.includes(state)) ?? zones[0]
  return named?.zone ?? ''
}

/** Every zone that the browser knows. */
export function allZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}
