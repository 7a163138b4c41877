import { ApiError } from '@/api'
import { changedKeys, type Key, type Merged, merge3, pick, type Together } from '@/shared/lib/merge3'

/** What a form edits of a record, and the record's version. */
export interface Stored<R> {
  values: R
  version: number
}

/** What goes with a change. */
export interface Sending<R, V> {
  /** What stands in the form, and what it stands for. */
  values: V
  mine: R
  /** The record's fields that changed; one that was taken out is only here. */
  names: readonly Key<R>[]
  /** Names the call for the server: the same until it was answered, so that a repeated one makes nothing more. */
  key: string
}

export interface Call<R, V, A> {
  together?: Together<R>
  /** It is sent also where nothing was changed, for the sending itself does something. */
  always?: boolean
  /** Sends what changed; all of it where there is nothing to ask for again, as with what is new. */
  send: (change: Partial<R>, version: number, sending: Sending<R, V>) => Promise<A>
  /** Asks for the record as it is stored now. Left out where it has no version. */
  reload?: () => Promise<Stored<R>>
}

/** What became of it: answered (null: nothing was sent), or merged with what somebody else has saved meanwhile. */
export type Outcome<R, A> = { answer: A | null } | { base: Stored<R>; merged: Merged<R> }

const CONFLICT = 409

/** Sends what differs from `base`. A newer version is merged in, and sent at once when nothing of the form differs in it. */
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
    // Other refusals have the same status: a rule of the record, said in words.
    if (now.version === base.version) throw error
    const merged = merge3(base.values, mine, now.values, together)
    if (merged.taken.length + merged.conflicts.length > 0) return { base: now, merged }
    return sendMerged(now, sending, call)
  }
}
