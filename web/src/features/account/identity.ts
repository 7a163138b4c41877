import type { User } from '@/api'

export function identityOf({ username, email, name }: User) {
  const { first, middle, last } = name
  return { username, email, name: { first, middle, last } }
}

/** The names that a stranger would try first as a password. */
export function ownNames({ username, email, name }: User): string[] {
  return [username, email.split('@')[0] ?? '', name.first, name.middle, name.last]
}
