import { searchOf, text } from './values'

/** Which tags get labels, by their ids with commas between; and what was chosen for them. */
export const labelsSearch = searchOf({
  tags: text(''),
  kind: text(undefined),
  place: text(undefined),
  printer: text(undefined),
  paper: text(undefined),
})
