import { TAG_EVENTS } from '@/shared/lib/tagEvents'
import { oneOf, searchOf, text } from './values'

/** What is being done, with which tags, or with the harvest of which growing area and day. */
export const taggingSearch = searchOf({
  event: oneOf(TAG_EVENTS, undefined),
  tags: text(undefined),
  area: text(undefined),
  day: text(undefined),
})
