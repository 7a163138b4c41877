import { type FormEvent, useEffect, useState } from 'react'
import {
  addLease,
  editLease,
  type Farm,
  type Lease,
  type LeaseChange,
  type Stored,
  useFailure,
  useKeeping,
  useMergedSave,
  useOnce,
} from '@/api'
import {
  draftAgain,
  draftOf,
  edited,
  KEPT_LEASE,
  type KeptLease,
  type LeaseDraft,
  type LeaseValues,
  leaseOf,
  valuesOf,
} from './leases'
import { lineProblems, type NewLines, newProblem, withNew } from './lines'
import { useFarmCache } from './useFarmCache'

interface Options {
  farm: Farm
  /** The lease that is edited; null for a new one. */
  lease: Lease | null
  /** What stood in the form when a session ran out in the middle of it. */
  kept?: KeptLease
  /** Gets the lease as it is stored now; null when there was nothing to save. */
  onDone: (saved: Lease | null) => void
}

const NO_NEW_LINES: NewLines = { names: '', spots: '' }

type Errors = Partial<Record<keyof LeaseValues, string>>

const storedOf = (lease: Lease | null): Stored<LeaseValues> => ({
  values: valuesOf(lease),
  version: lease?.version ?? 0,
})

/** Sends the form of a lease, and reads the lease again. */
function useLeaseCalls(farm: Farm, lease: Lease | null) {
  const cache = useFarmCache(farm._id)
  const add = useOnce((change: LeaseChange, key) => addLease(farm._id, change, key))
  const send = async (change: LeaseChange, version: number) => {
    const saved = await (lease ? editLease(farm._id, lease.leaseId, { ...change, version }) : add(change))
    await cache.forget()
    return saved
  }
  const reload = async () => {
    if (!lease) return storedOf(null)
    return storedOf(leaseOf(await cache.reload(), lease.leaseId) ?? lease)
  }
  return { send, reload }
}

/** The form of a lease: what stands in it, what is wrong with it, and what became of saving it. */
export function useLeaseForm({ farm, lease, kept, onDone }: Options) {
  const [stored] = useState(() => kept?.stored ?? storedOf(lease))
  const [draft, setDraft] = useState<LeaseDraft>(() => (kept ? draftAgain(kept) : draftOf(stored.values)))
  const [fresh, setFresh] = useState<NewLines>(kept?.fresh ?? NO_NEW_LINES)
  const [wrong, setWrong] = useState<Errors>({})
  const [refused, setRefused] = useState(0)
  // Who presses Save before Add means the new lines too.
  const values = edited({ ...draft, lines: withNew(draft.lines, fresh) })
  const saving = useMergedSave({
    stored,
    values,
    onMerged: (merged) => {
      setDraft(draftOf(merged))
      setFresh(NO_NEW_LINES)
    },
    ...useLeaseCalls(farm, lease),
    onSaved: onDone,
  })
  const dirty = saving.changed || fresh.names.trim() !== ''
  const toKeep: KeptLease = { leaseId: lease?.leaseId ?? null, stored: saving.stored, draft, fresh }
  useKeeping(KEPT_LEASE, dirty ? toKeep : null)
  const { ref, message, fields } = useFailure(saving.error)

  useEffect(() => {
    if (refused) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused, ref])

  const change = (part: Partial<LeaseDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setWrong((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((key) => [key, undefined])) }))
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf(draft, fresh, event.currentTarget)
    setWrong(found)
    if (Object.keys(found).length > 0 || lineProblems(draft.lines).size > 0) setRefused(refused + 1)
    else saving.save()
  }

  return {
    ref,
    draft,
    values,
    change,
    fresh,
    changeFresh: (next: NewLines) => {
      setFresh(next)
      setWrong((before) => ({ ...before, lines: undefined }))
    },
    problems: lineProblems(refused ? draft.lines : []),
    errors: { ...fields, ...wrong } as Errors,
    message,
    meanwhile: saving.meanwhile,
    choose: saving.choose,
    submit,
    saving: saving.saving,
    dirty,
  }
}

/** What keeps the form from being sent, apart from what is wrong with one line. */
function problemsOf(draft: LeaseDraft, fresh: NewLines, form: HTMLFormElement): Errors {
  const problems: Errors = {}
  const notAdded = newProblem(draft.lines, fresh)
  if (notAdded) problems.lines = notAdded
  if (!draft.name.trim()) problems.name = 'Name is required'
  // A date that was begun and not finished: the browser gives it as none at all.
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type=date]')) {
    if (input.validity.badInput)
      problems[input.name as keyof LeaseValues] = 'Write the date in full, or leave it empty.'
  }
  return problems
}
