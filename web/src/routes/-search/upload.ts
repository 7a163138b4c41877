import { searchOf, text } from './values'

/** The upload that is shown; without one, a file is to be chosen. */
export const uploadSearch = searchOf({ upload: text('') })
