import * as v from 'valibot'
import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import { oneOf, pageSearch } from './paging'

const { limit, page } = PAGING_DEFAULTS

/** The state of a farm's list of invoices. */
export const invoicesSearch = v.object({ state: oneOf(['open', 'paid', 'refunded', 'void']), ...pageSearch })
export const INVOICES_DEFAULTS = { state: '', limit, page } as const
