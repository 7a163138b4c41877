import { oneOf, searchOf, text } from './values'

/** What is shown of the animals over time where it is not what lives, as a chart; and the entry that is being put right, by its number. */
export const lotSearch = searchOf({
  picture: oneOf(['size', 'lost'], undefined),
  view: oneOf(['table'], undefined),
  correct: text(undefined),
})
