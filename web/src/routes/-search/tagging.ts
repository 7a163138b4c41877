import { EVENT_NAMES } from '@/features/tagging/events'
import { oneOf, searchOf, text } from './values'

/** What is being done, with which tags, or with the harvest of which growing area and day. */
export const taggingSearch = searchOf({
  event: oneOf(EVENT_NAMES, undefined),
  tags: text(undefined),
  area: text(undefined),
  day: text(undefined),
})
