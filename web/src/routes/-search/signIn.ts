import { oneOf, searchOf, text } from './values'

/** Where to go after sign-in; whether it may be gone to is decided when it is used. */
export const signInSearch = searchOf({ returnUrl: text(undefined) })

/** The app that sent the person to the forgotten-password page; any name is passed on. */
export const forgotSearch = searchOf({ app: text(undefined) })

/** Only these two apps have a way back. */
export const resetSearch = searchOf({ app: oneOf(['distributor', 'farmer'], undefined) })
