import type { Account, User } from '@/api'

/** Why something cannot be done by the one who is signed in, in words; null where it can be tried. The server has the last word. */
export interface Refusals {
  /** Everything about this user. */
  all: string | null
  password: string | null
  active: string | null
  /** Putting them into root, or out of it. */
  root: string | null
  delete: string | null
}

export function refusalsOf(account: Pick<Account, '_id' | 'groups'>, me: User): Refusals {
  const self = account._id === me._id
  const mine = me.groups.root
  return {
    all: account.groups.root && !mine ? 'Only root may change a root user.' : null,
    password: self ? 'Please change your own password in your account settings.' : null,
    active: self ? 'You cannot make yourself inactive.' : null,
    root: mine ? null : 'Only root may give or take root.',
    delete: self ? 'You cannot delete yourself. Please let somebody else do that.' : null,
  }
}
