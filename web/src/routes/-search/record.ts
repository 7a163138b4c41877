import * as v from 'valibot'
import { ACTIVITY_NAMES } from '@/features/recording/activities'

const id = v.optional(v.fallback(v.optional(v.string()), undefined))

/** What is being recorded, and of which lot in which growing area, by their ids. What cannot be read is as if it were not there. */
export const recordSearch = v.object({
  activity: v.optional(v.fallback(v.optional(v.picklist(ACTIVITY_NAMES)), undefined)),
  area: id,
  lot: id,
})
