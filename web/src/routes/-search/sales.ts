import { isDay } from '@/shared/lib/days'
import { RANGES } from '@/shared/lib/ranges'
import { oneOf, searchOf, text } from './values'

export const SALES_DEFAULTS = { area: '', dates: '365' } as const

const day = (raw: unknown) => (typeof raw === 'string' && isDay(raw) ? raw : undefined)

/** A growing area and the days, as the reports have them. */
export const salesSearch = searchOf({
  area: text(SALES_DEFAULTS.area),
  dates: oneOf(
    RANGES.map(({ value }) => value),
    SALES_DEFAULTS.dates,
  ),
  from: day,
  to: day,
  known: day,
})
