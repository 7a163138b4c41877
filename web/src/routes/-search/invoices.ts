import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import { pageSearch } from './paging'
import { oneOf, searchOf } from './values'

const { limit, page } = PAGING_DEFAULTS

/** The state of a farm's list of invoices. */
export const invoicesSearch = searchOf({ state: oneOf(['open', 'paid', 'refunded', 'void'], ''), ...pageSearch })
export const INVOICES_DEFAULTS = { state: '', limit, page } as const
