import { searchOf, text } from './values'

/** The entry that is being put right, by its number. */
export const lotSearch = searchOf({ correct: text(undefined) })
