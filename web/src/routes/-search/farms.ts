import { LIST_DEFAULTS } from '@/features/farms/model'
import { pageSearch, searchText, sortSearch } from './paging'
import { searchOf } from './values'

/** The farm list's state (LIST-5). */
export const farmsSearch = searchOf({ name: searchText, ...sortSearch, ...pageSearch })

export { LIST_DEFAULTS as FARMS_DEFAULTS }
