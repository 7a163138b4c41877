import { type Country, isCountry } from '@/shared/lib/places'

/** The zones of a country; a state that is not listed has the first. */
const ZONES: Record<Country, Record<string, readonly string[]>> = {
  Canada: {
    'America/Toronto': [],
    'America/St_Johns': ['Newfoundland and Labrador'],
    'America/Halifax': ['New Brunswick', 'Nova Scotia', 'Prince Edward Island'],
    'America/Winnipeg': ['Manitoba'],
    'America/Regina': ['Saskatchewan'],
    'America/Edmonton': ['Alberta'],
    'America/Vancouver': ['British Columbia'],
  },
  Mexico: {
    'America/Mexico_City': [],
    'America/Cancun': ['Quintana Roo'],
    'America/Chihuahua': ['Chihuahua'],
    'America/Mazatlan': ['Baja California Sur', 'Nayarit', 'Sinaloa'],
    'America/Hermosillo': ['Sonora'],
    'America/Tijuana': ['Baja California'],
  },
  USA: {
    'America/New_York': [],
    'America/Puerto_Rico': ['Puerto Rico'],
    'America/Chicago': [
      'Alabama',
      'Arkansas',
      'Illinois',
      'Iowa',
      'Kansas',
      'Louisiana',
      'Minnesota',
      'Mississippi',
      'Missouri',
      'Nebraska',
      'North Dakota',
      'Oklahoma',
      'South Dakota',
      'Tennessee',
      'Texas',
      'Wisconsin',
    ],
    'America/Denver': ['Colorado', 'Idaho', 'Montana', 'New Mexico', 'Utah', 'Wyoming'],
    'America/Phoenix': ['Arizona'],
    'America/Los_Angeles': ['California', 'Nevada', 'Oregon', 'Washington'],
    'America/Anchorage': ['Alaska'],
    'Pacific/Honolulu': ['Hawaii'],
  },
  Australia: {
    'Australia/Sydney': [],
    'Australia/Melbourne': ['Victoria'],
    'Australia/Hobart': ['Tasmania'],
    'Australia/Brisbane': ['Queensland'],
    'Australia/Adelaide': ['South Australia'],
    'Australia/Darwin': [],
    'Australia/Perth': ['Western Australia'],
  },
}

/** The zones that a farm in this country is likely to be in. */
export function zonesOf(country: string): string[] {
  return isCountry(country) ? Object.keys(ZONES[country]) : []
}

/** The zone of most of a state; empty until a state is chosen. */
export function zoneOf(country: string, state: string): string {
  if (!state || !isCountry(country)) return ''
  const zones = Object.entries(ZONES[country])
  const named = zones.find(([, states]) => states.includes(state)) ?? zones[0]
  return named?.[0] ?? ''
}

/** Every zone that the browser knows. */
export function allZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}
