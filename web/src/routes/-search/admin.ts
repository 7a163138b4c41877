import * as v from 'valibot'
import { isDay } from '@/shared/lib/days'
import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import { oneOf, pageSearch, searchText, sortSearch } from './paging'

/** The user list's state (USR-1). */
export const usersSearch = v.object({
  username: searchText,
  role: oneOf(['admin', 'account']),
  isActive: oneOf(['true', 'false']),
  ...sortSearch,
  ...pageSearch,
})
export const USERS_DEFAULTS = { username: '', role: '', isActive: '', ...PAGING_DEFAULTS } as const

/** The state of the list of admin groups (GRP-2). */
export const groupsSearch = v.object({ name: searchText, ...sortSearch, ...pageSearch })
export const GROUPS_DEFAULTS = { name: '', ...PAGING_DEFAULTS } as const

const day = v.optional(v.fallback(v.pipe(v.string(), v.check(isDay)), ''), '')
const { limit, page } = PAGING_DEFAULTS

/** The state of the audit trail. */
export const auditSearch = v.object({ search: searchText, action: searchText, from: day, to: day, ...pageSearch })
export const AUDIT_DEFAULTS = { search: '', action: '', from: '', to: '', limit, page } as const

const FAILED = 'failed'
const state = v.optional(v.fallback(v.picklist(['waiting', 'running', FAILED, 'done']), FAILED), FAILED)

/** The state of the list of jobs. */
export const jobsSearch = v.object({ state, kind: searchText, ...pageSearch })
export const JOBS_DEFAULTS = { state: FAILED, kind: '', limit, page } as const
