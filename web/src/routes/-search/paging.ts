import { queryLimits } from '@/api'
import { LIMITS, PAGING_DEFAULTS, SORTS } from '@/shared/lib/paging'
import { among, oneOf } from './values'

const { name: LONGEST, page: LAST_PAGE } = queryLimits.getFarms
const { limit, page, sort } = PAGING_DEFAULTS

/** The text of a search. */
export const searchText = (raw: unknown): string => (typeof raw === 'string' && raw.length <= LONGEST ? raw : '')

/** A link carries a number, an address its digits. */
const number = (raw: unknown): number =>
  typeof raw !== 'object' && /^\d+$/.test(String(raw)) ? Number(raw) : Number.NaN

export const pageSearch = {
  limit: (raw: unknown) => oneOf(LIMITS, limit)(number(raw)),
  page: (raw: unknown) => (number(raw) >= 1 && number(raw) <= LAST_PAGE ? number(raw) : page),
}

export const sortSearch = {
  sort: among(SORTS, sort),
}
