import { type Day, isDay } from './days'

/** Date ranges in the words of REP-11, which are also the API's. */
export const RANGES = [
  { value: '7', label: 'Last 7 Days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '180', label: 'Last 180 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'season', label: 'Season to date' },
  { value: 'planting', label: 'From the first planting' },
  { value: 'all', label: 'All time' },
  { value: 'custom', label: 'Custom' },
] as const

export type RangeKey = (typeof RANGES)[number]['value']

const FIRST_DAY: Day = '1900-01-01'

/** For a date that is only partly filled in. */
export const UNFINISHED = 'Enter both dates in full.'

/** Why a custom range cannot be asked for yet; null when it can (REP-11). */
export function rangeProblem(from: string | undefined, to: string | undefined, today: Day): string | null {
  if (!from || !to) return 'Choose a start and an end date.'
  // A year that is being typed passes through 0002, 0020 and 0201.
  if (!isDay(from) || !isDay(to) || from < FIRST_DAY || to < FIRST_DAY) return UNFINISHED
  if (from > to) return 'The start is after the end.'
  if (to > today) return 'Nothing later than today can be shown.'
  return null
}
