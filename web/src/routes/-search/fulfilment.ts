import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import { pageSearch, searchText } from './paging'
import { oneOf, searchOf } from './values'

const { limit, page } = PAGING_DEFAULTS

export const FULFILMENT_DEFAULTS = { state: 'toSend', search: '', kind: '', order: '', limit, page } as const

/** The state of the fulfilment queue, and which order is open in it. */
export const fulfilmentSearch = searchOf({
  state: oneOf(['toSend', 'held', 'sent', 'unpaid'], FULFILMENT_DEFAULTS.state),
  search: searchText,
  kind: oneOf(['setup', 'printers', 'refill', 'more'], ''),
  order: searchText,
  ...pageSearch,
})
