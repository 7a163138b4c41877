import { LIST_DEFAULTS } from '@/features/farms/model'
import { pageSearch, searchText, sortSearch } from './paging'
import { oneOf, searchOf, text } from './values'

/** The farm list's state (LIST-5). */
export const farmsSearch = searchOf({ name: searchText, ...sortSearch, ...pageSearch })

const place = text(undefined)

/** The same for staff, who narrow it too. */
export const consoleSearch = searchOf({
  name: searchText,
  type: oneOf(['farm', 'distributor', 'none'], undefined),
  country: place,
  state: place,
  tagging: oneOf(['true', 'false', 'pending'], undefined),
  certificate: oneOf(['any', 'none', 'ending'], undefined),
  ...sortSearch,
  ...pageSearch,
})

export { LIST_DEFAULTS as FARMS_DEFAULTS }
