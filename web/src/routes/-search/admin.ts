import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import { pageSearch, searchText, sortSearch } from './paging'
import { day as dayOf, oneOf, searchOf } from './values'

/** The user list's state (USR-1). */
export const usersSearch = searchOf({
  username: searchText,
  role: oneOf(['admin', 'account'], ''),
  isActive: oneOf(['true', 'false'], ''),
  ...sortSearch,
  ...pageSearch,
})
export const USERS_DEFAULTS = { username: '', role: '', isActive: '', ...PAGING_DEFAULTS } as const

/** The state of the list of admin groups (GRP-2). */
export const groupsSearch = searchOf({ name: searchText, ...sortSearch, ...pageSearch })
export const GROUPS_DEFAULTS = { name: '', ...PAGING_DEFAULTS } as const

const { limit, page } = PAGING_DEFAULTS
export const day = (raw: unknown) => dayOf(raw) ?? ''

/** The state of the audit trail. */
export const auditSearch = searchOf({
  search: searchText,
  action: searchText,
  subject: searchText,
  from: day,
  to: day,
  ...pageSearch,
})
export const AUDIT_DEFAULTS = { search: '', action: '', subject: '', from: '', to: '', limit, page } as const

export const JOBS_DEFAULTS = { state: 'failed', kind: '', limit, page } as const

/** The state of the list of jobs. */
export const jobsSearch = searchOf({
  state: oneOf(['waiting', 'running', 'failed', 'done'], JOBS_DEFAULTS.state),
  kind: searchText,
  ...pageSearch,
})

/** The state of the lists of what waits for staff. */
export const workSearch = searchOf(pageSearch)
export const WORK_DEFAULTS = { limit, page } as const
