import { ACTIVITY_NAMES } from '@/features/recording/names'
import { oneOf, searchOf, text } from './values'

/** What is being recorded, and about which lot in which growing area, by their ids. */
export const recordSearch = searchOf({
  activity: oneOf(ACTIVITY_NAMES, undefined),
  area: text(undefined),
  lot: text(undefined),
})
