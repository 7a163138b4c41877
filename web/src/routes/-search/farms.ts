import * as v from 'valibot'
import { LIST_DEFAULTS } from '@/features/farms/model'
import { pageSearch, searchText, sortSearch } from './paging'

/** The farm list's state (LIST-5). What cannot be read falls back to its default. */
export const farmsSearch = v.object({ name: searchText, ...sortSearch, ...pageSearch })

export { LIST_DEFAULTS as FARMS_DEFAULTS }
