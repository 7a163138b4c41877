import { isDay } from '@/shared/lib/days'
import { searchOf, text } from './values'

/** A growing area, a lot, and a day in the book. */
export const growthSearch = searchOf({
  area: text(undefined),
  lot: text(undefined),
  date: (raw) => (typeof raw === 'string' && isDay(raw) ? raw : undefined),
})
