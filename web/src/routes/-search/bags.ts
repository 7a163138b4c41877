import { isDay } from '@/shared/lib/days'
import { searchOf, text } from './values'

/** A day in the book, and a run of bags by growing area, lot and line. */
export const bagsSearch = searchOf({
  date: (raw) => (typeof raw === 'string' && isDay(raw) ? raw : undefined),
  area: text(undefined),
  lot: text(undefined),
  line: text(undefined),
})
