import { api, dataOf } from './client'

/** Sends the password for this session again, and the code if there is a second factor. */
export function prove(password: string, code?: string) {
  return dataOf(api.POST('/api/users/my/proof', { body: { password, code } }))
}
