import * as v from 'valibot'
import { LIMITS, LIST_DEFAULTS, SORTS } from '@/features/farms/model'

const sorts = SORTS.map(({ value }) => value)
const limit = v.pipe(v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]), v.picklist(LIMITS))
const page = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
  v.maxValue(1_000_000),
)

/** The farm list's state (LIST-5). What cannot be read falls back to its default. */
export const farmsSearch = v.object({
  name: v.optional(v.fallback(v.string(), LIST_DEFAULTS.name), LIST_DEFAULTS.name),
  sort: v.optional(v.fallback(v.picklist(sorts), LIST_DEFAULTS.sort), LIST_DEFAULTS.sort),
  limit: v.optional(v.fallback(limit, LIST_DEFAULTS.limit), LIST_DEFAULTS.limit),
  page: v.optional(v.fallback(page, LIST_DEFAULTS.page), LIST_DEFAULTS.page),
})

export { LIST_DEFAULTS as FARMS_DEFAULTS }
