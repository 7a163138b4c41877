import { ACROSS_DEFAULTS, SORTED_BY } from '@/features/reports/across/search'
import { isDay } from '@/shared/lib/days'
import { RANGES } from '@/shared/lib/ranges'
import { pageSearch, searchText } from './paging'
import { oneOf, searchOf } from './values'

const day = (raw: unknown) => (typeof raw === 'string' && isDay(raw) ? raw : undefined)
const farms = (raw: unknown): string[] | undefined =>
  typeof raw === 'string' ? [raw] : Array.isArray(raw) ? raw.map(String) : undefined

/** What the page of many farms shows. */
export const acrossSearch = searchOf({
  name: searchText,
  sort: oneOf(SORTED_BY, ACROSS_DEFAULTS.sort),
  dates: oneOf(
    RANGES.map(({ value }) => value),
    ACROSS_DEFAULTS.dates,
  ),
  from: day,
  to: day,
  open: farms,
  ...pageSearch,
})

export { ACROSS_DEFAULTS }
