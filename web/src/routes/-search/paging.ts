import * as v from 'valibot'
import { LIMITS, PAGING_DEFAULTS, SORTS } from '@/shared/lib/paging'

const number = v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))])
const { limit, page, sort } = PAGING_DEFAULTS

/** A text that is looked for. What cannot be read is as if it were not there. */
export const searchText = v.optional(v.fallback(v.pipe(v.string(), v.maxLength(200)), ''), '')

/** One of these, or none. */
export function oneOf<const T extends string>(choices: readonly T[]) {
  return v.optional(v.fallback(v.picklist(['', ...choices]), ''), '')
}

export const pageSearch = {
  limit: v.optional(v.fallback(v.pipe(number, v.picklist(LIMITS)), limit), limit),
  page: v.optional(v.fallback(v.pipe(number, v.integer(), v.minValue(1), v.maxValue(1_000_000)), page), page),
}

export const sortSearch = {
  sort: v.optional(v.fallback(v.picklist(SORTS.map(({ value }) => value)), sort), sort),
}
