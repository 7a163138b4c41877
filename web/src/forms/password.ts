import type { Stored } from './save'
import type { Problems } from './useEditForm'

interface Twice {
  password: string
  repeat: string
}

/** The record for a form in which a new password is typed twice. */
export const NEW_PASSWORD: Stored<Twice> = { values: { password: '', repeat: '' }, version: 0 }

export function twicePassword({ password, repeat }: Twice): Problems {
  return password === repeat ? {} : { repeat: 'Passwords do not match.' }
}
