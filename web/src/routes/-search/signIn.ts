import { oneOf, searchOf, text } from './values'

/** Where to go after signing in; whether that is allowed is decided when it is used. */
export const signInSearch = searchOf({ returnUrl: text(undefined) })

/** The app from which the person came to the forgotten-password page; any name is passed on. */
export const forgotSearch = searchOf({ app: text(undefined) })

/** Only these two apps can be returned to. */
export const resetSearch = searchOf({ app: oneOf(['distributor', 'farmer'], undefined) })
