import type { MyChange, User } from '@/api'

/** The fields of the form, by the names that the server flags them with. */
export interface IdentityValues {
  username: string
  email: string
  'name.first': string
  'name.middle': string
  'name.last': string
}

export function identityOf({ username, email, name }: User): IdentityValues {
  return { username, email, 'name.first': name.first, 'name.middle': name.middle, 'name.last': name.last }
}

/** What was typed as the server takes it: the name goes as a whole. */
export function changeOf(typed: Partial<IdentityValues>, user: User): MyChange {
  const { username, email, ...name } = typed
  const all = { ...identityOf(user), ...name }
  return {
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(Object.keys(name).length > 0 && {
      name: { first: all['name.first'], middle: all['name.middle'], last: all['name.last'] },
    }),
  }
}

/** The names that a stranger would try first in a password. */
export function ownNames({ username, email, name }: User): string[] {
  return [username, email.split('@')[0] ?? '', name.first, name.middle, name.last]
}
