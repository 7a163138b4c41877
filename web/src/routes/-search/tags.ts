import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import { day } from './admin'
import { pageSearch, searchText } from './paging'
import { oneOf, searchOf } from './values'

const { limit, page } = PAGING_DEFAULTS

/** The state of a firm's list of tags; its shipments and scans have parts of the same. */
export const tagsSearch = searchOf({
  search: searchText,
  buyer: searchText,
  lease: searchText,
  lot: searchText,
  from: day,
  to: day,
  state: oneOf(['left', 'wet-storage', 'gone'], ''),
  ...pageSearch,
})
export const TAGS_DEFAULTS = {
  search: '',
  buyer: '',
  lease: '',
  lot: '',
  from: '',
  to: '',
  state: '',
  limit,
  page,
} as const
