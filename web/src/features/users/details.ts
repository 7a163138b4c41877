import type { Account, UserChange } from '@/api'

/** What the Details form edits. */
export interface Details {
  username: string
  email: string
  first: string
  middle: string
  last: string
  isActive: boolean
}

export const LABELS: Record<keyof Details, string> = {
  username: 'Username',
  email: 'Email',
  first: 'First name',
  middle: 'Middle name',
  last: 'Last name',
  isActive: 'Active',
}

export function detailsOf({ username, email, name, isActive }: Account): Details {
  const { first, middle, last } = name
  return { username, email, first, middle, last, isActive }
}

/** The change as the API expects it, with the parts of the name together. */
export function changeOf({ username, email, isActive, ...name }: Partial<Details>): UserChange {
  const change: UserChange = {}
  if (username !== undefined) change.username = username
  if (email !== undefined) change.email = email
  if (isActive !== undefined) change.isActive = isActive
  if (Object.keys(name).length > 0) change.name = name
  return change
}

/** The server's name of a field, as the forms know it. */
export function plainName(field: string): string {
  return field.replace(/^name\./, '')
}

export function textOf(_: string, value: string | boolean): string {
  return typeof value === 'string' ? value : value ? 'yes' : 'no'
}
