import type { Account, User } from '@/api'

/** In words, why the signed-in person cannot do something; null if they can try. The server has the last word. */
export interface Refusals {
  /** To change anything about this user, or to see where they are signed in. */
  all: string | null
  password: string | null
  email: string | null
  active: string | null
  /** Their links to farms. */
  farms: string | null
  secondFactor: string | null
  delete: string | null
}

export function refusalsOf({ _id, refusals }: Pick<Account, '_id' | 'refusals'>, me: User): Refusals {
  const self = _id === me._id
  return {
    all: refusals.account || null,
    password: self ? 'Please change your own password in your account settings.' : null,
    email: self ? 'Please change your own email in your account settings.' : null,
    active: self ? 'You cannot make yourself inactive.' : null,
    farms: refusals.farms || null,
    secondFactor: self
      ? 'Please remove your own second factor in your account settings.'
      : refusals.secondFactor || null,
    delete: self ? 'You cannot delete yourself. Please let somebody else do that.' : null,
  }
}
