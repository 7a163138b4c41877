import type { FarmsFilter } from '@/api'

/** The list with no filter. */
export const UNNARROWED = {
  type: undefined,
  country: undefined,
  state: undefined,
  tagging: undefined,
  certificate: undefined,
} satisfies FarmsFilter

export const isNarrowed = (filter: FarmsFilter) =>
  Object.keys(UNNARROWED).some((key) => filter[key as keyof FarmsFilter] !== undefined)
