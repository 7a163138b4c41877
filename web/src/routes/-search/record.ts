import * as v from 'valibot'
import { ACTIVITY_NAMES } from '@/features/recording/activities'

/** What is being recorded. What cannot be read is as if it were not there. */
export const recordSearch = v.object({
  activity: v.optional(v.fallback(v.optional(v.picklist(ACTIVITY_NAMES)), undefined)),
})
