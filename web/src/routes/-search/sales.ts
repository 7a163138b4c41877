import { RANGES } from '@/shared/lib/ranges'
import { among, day, searchOf, text } from './values'

export const SALES_DEFAULTS = { area: '', dates: '365' } as const

/** A growing area and the days, as the reports have them. */
export const salesSearch = searchOf({
  area: text(SALES_DEFAULTS.area),
  dates: among(RANGES, SALES_DEFAULTS.dates),
  from: day,
  to: day,
  known: day,
})
