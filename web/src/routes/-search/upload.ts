import * as v from 'valibot'

/** The upload that is shown; without one a file is chosen. */
export const uploadSearch = v.object({ upload: v.optional(v.fallback(v.string(), ''), '') })
