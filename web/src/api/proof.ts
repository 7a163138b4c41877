import { api, dataOf } from './client'
import { ApiError } from './errors'

/** Asks the person to prove who they are; false if they decline. */
type Asker = () => Promise<boolean>

let asker: Asker | null = null

/** A screen registers here how it asks; returns a function that undoes this. */
export function onProofRequired(ask: Asker): () => void {
  asker = ask
  return () => {
    asker = null
  }
}

/** Sends the password for this session again, and the code if there is a second factor. */
export function prove(password: string, code?: string) {
  return dataOf(api.POST('/api/users/my/proof', { body: { password, code } }))
}

/** Makes the call, and again after a proof if the server asks for one. */
export async function proved<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const wanted = error instanceof ApiError && error.code === 'proof-required'
    if (!wanted || !asker || !(await asker())) throw error
    return call()
  }
}
