import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changedKeys,
  type Difference,
  type Key,
  type Meanwhile,
  merge3,
  pick,
  replaced,
  type Side,
  type Together,
} from '@/shared/lib/merge3'
import { ApiError } from './errors'

/** What a form edits of a record, and the record's version. */
export interface Stored<V> {
  values: V
  version: number
}

interface Options<V, A> {
  /** The record as the form began with it. */
  stored: Stored<V>
  /** What stands in the form. */
  values: V
  together?: Together<V>
  /** Puts other values into the form. */
  onMerged: (values: V) => void
  /** Sends what changed. A field that was taken out is only in the names. */
  send: (change: Partial<V>, version: number, names: readonly Key<V>[]) => Promise<A>
  /** Asks for the record as it is stored now. */
  reload: () => Promise<Stored<V>>
  /** Gets the answer; null when there was nothing to send. */
  onSaved: (answer: A | null) => void
}

type Outcome<V, A> = { answer: A | null } | { base: Stored<V>; merged: ReturnType<typeof merge3<V & object>> }

const CONFLICT = 409

/** Sends what differs from `base`. A newer version is merged in, and sent at once when nothing of the form differs in it. */
async function sendMerged<V extends object, A>(base: Stored<V>, options: Options<V, A>): Promise<Outcome<V, A>> {
  const { values, together, send, reload } = options
  const names = changedKeys(base.values, values, together)
  if (names.length === 0) return { answer: null }
  try {
    return { answer: await send(pick(values, names), base.version, names) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error
    const now = await reload()
    // Other refusals have the same status: a rule of the record, said in words.
    if (now.version === base.version) throw error
    const merged = merge3(base.values, values, now.values, together)
    if (merged.taken.length + merged.conflicts.length > 0) return { base: now, merged }
    return sendMerged(now, options)
  }
}

/**
 * Saves what was changed in a form, so that two editors of one record lose
 * nothing. When somebody else was faster, what they changed is merged in and
 * `meanwhile` says so (ChangedMeanwhile shows it); the form stays open, and the
 * next save is of the newer version. What they changed beside the form's own
 * fields goes unsaid.
 */
export function useMergedSave<V extends object, A>(options: Options<V, A>) {
  const { values, together, onMerged, onSaved } = options
  const [base, setBase] = useState(options.stored)
  const [meanwhile, setMeanwhile] = useState<Meanwhile<V> | null>(null)

  const saving = useMutation({
    mutationFn: () => sendMerged(base, options),
    onSuccess: (outcome) => {
      if ('answer' in outcome) return onSaved(outcome.answer)
      const { taken, conflicts } = outcome.merged
      setBase(outcome.base)
      setMeanwhile({ taken, conflicts, chosen: {}, missing: false })
      onMerged(outcome.merged.values)
    },
  })

  const save = () => {
    const open = meanwhile?.conflicts.some(({ keys }) => !meanwhile.chosen[keys[0] as string])
    if (meanwhile && open) return setMeanwhile({ ...meanwhile, missing: true })
    saving.mutate()
  }

  /** Puts one side of a conflict into the form. What was typed is kept for another thought. */
  const choose = (conflict: Difference<V>, side: Side) => {
    if (!meanwhile) return
    const { keys } = conflict
    const key = keys[0] as string
    const before = meanwhile.chosen[key] ?? 'mine'
    const kept = before === 'mine' ? { ...conflict, mine: pick(values, keys) } : conflict
    if (side !== before) onMerged(replaced(values, keys, kept[side]))
    setMeanwhile({
      ...meanwhile,
      conflicts: meanwhile.conflicts.map((one) => (one === conflict ? kept : one)),
      chosen: { ...meanwhile.chosen, [key]: side },
      missing: false,
    })
  }

  return {
    save,
    /** The record as the next save takes it to be. */
    stored: base,
    choose,
    meanwhile,
    saving: saving.isPending,
    error: saving.error,
    changed: changedKeys(base.values, values, together).length > 0,
  }
}
