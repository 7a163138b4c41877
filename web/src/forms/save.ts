import { ApiError } from '@/api'
import { changedKeys, type Key, type Merged, merge3, pick, type Together } from '@/shared/lib/merge3'

/** The part of a record that a form edits, and the record's version. */
export interface Stored<R> {
  values: R
  version: number
}

/** What is sent along with a change. */
export interface Sending<R, V> {
  /** What is in the form, and the record that it stands for. */
  values: V
  mine: R
  /** The fields of the record that changed; a removed one is only listed here. */
  names: readonly Key<R>[]
  /** Identifies the call to the server: the same until it is answered, so that a repeat creates nothing more. */
  key: string
}

export interface Call<R, V, A> {
  together?: Together<R>
  /** Send even if nothing was changed, because sending has an effect of its own. */
  always?: boolean
  /** Sends what changed, or everything if there is nothing to reload, as for something new. */
  send: (change: Partial<R>, version: number, sending: Sending<R, V>) => Promise<A>
  /** Asks for the record as it is stored now. Left out if it has no version. */
  reload?: () => Promise<Stored<R>>
}

/** What came of it: an answer (null if nothing was sent), or a merge with what somebody else has saved in the meantime. */
export type Outcome<R, A> = { answer: A | null } | { base: Stored<R>; merged: Merged<R> }

const CONFLICT = 409

/** Sends what differs from `base`. A newer version is merged in, and sent at once if it does not touch the form. */
export async function sendMerged<R extends object, V, A>(
  base: Stored<R>,
  sending: Omit<Sending<R, V>, 'names'>,
  call: Call<R, V, A>,
): Promise<Outcome<R, A>> {
  const { together, send, reload } = call
  const { mine } = sending
  const names = changedKeys(base.values, mine, together)
  if (!reload) return { answer: await send(mine, base.version, { ...sending, names }) }
  if (names.length === 0 && !call.always) return { answer: null }
  try {
    return { answer: await send(pick(mine, names), base.version, { ...sending, names }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error
    const now = await reload()
    // Other refusals have the same status: a rule about the record, said in words.
    if (now.version === base.version) throw error
    const merged = merge3(base.values, mine, now.values, together)
    if (merged.taken.length + merged.conflicts.length > 0) return { base: now, merged }
    return sendMerged(now, sending, call)
  }
}
