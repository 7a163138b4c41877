import * as v from 'valibot'
import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import { oneOf, pageSearch, searchText } from './paging'

const TO_SEND = 'toSend'
const state = v.optional(v.fallback(v.picklist([TO_SEND, 'held', 'sent', 'unpaid']), TO_SEND), TO_SEND)

/** The state of the fulfilment queue, and the order that is open in it. */
export const fulfilmentSearch = v.object({
  state,
  search: searchText,
  kind: oneOf(['setup', 'printers', 'refill', 'more']),
  order: searchText,
  ...pageSearch,
})

const { limit, page } = PAGING_DEFAULTS
export const FULFILMENT_DEFAULTS = { state: TO_SEND, search: '', kind: '', order: '', limit, page } as const
