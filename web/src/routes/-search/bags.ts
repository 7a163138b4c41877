import { day, searchOf, text } from './values'

/** A day in the book, and a run of bags by growing area, lot and line. */
export const bagsSearch = searchOf({
  date: day,
  area: text(undefined),
  lot: text(undefined),
  line: text(undefined),
})
