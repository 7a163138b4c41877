import * as v from 'valibot'

const text = v.optional(v.fallback(v.optional(v.string()), undefined))

/** Where to go after sign-in; whether it may be gone to is decided when it is used. */
export const signInSearch = v.object({ returnUrl: text })

/** The app that sent the person to the forgotten-password page; any name is passed on. */
export const forgotSearch = v.object({ app: text })

/** Only these two apps have a way back. */
export const resetSearch = v.object({
  app: v.optional(v.fallback(v.optional(v.picklist(['distributor', 'farmer'])), undefined)),
})
