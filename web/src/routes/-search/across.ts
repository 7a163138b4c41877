import { ACROSS_DEFAULTS, SORTED_BY } from '@/features/reports/across/search'
import { RANGES } from '@/shared/lib/ranges'
import { FIELD_SEARCH } from './fields'
import { pageSearch, searchText } from './paging'
import { among, day, oneOf, searchOf, several } from './values'

/** What the page of many farms shows. */
export const acrossSearch = searchOf({
  name: searchText,
  sort: oneOf(SORTED_BY, ACROSS_DEFAULTS.sort),
  dates: among(RANGES, ACROSS_DEFAULTS.dates),
  from: day,
  to: day,
  known: day,
  before: oneOf(['year'], undefined),
  ...FIELD_SEARCH,
  open: several,
  ...pageSearch,
})

export { ACROSS_DEFAULTS }
