import { useMutation } from '@tanstack/react-query'
import { type FormEvent, use, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, get, type Path, type PathValue, useForm } from 'react-hook-form'
import { ApiError, errorMessage } from '@/api'
import { changedKeys, type Difference, type Meanwhile, pick, replaced, type Side, same } from '@/shared/lib/merge3'
import { newId } from '@/shared/lib/newId'
import { Closing } from './FormSheet'
import { useKeptDraft } from './kept'
import { type Call, type Stored, sendMerged } from './save'
import { type Place, useLeaveGuard } from './useLeaveGuard'

/** What is wrong with a form, by the path of the input beside which it is shown. */
export type Problems = Partial<Record<string, string>>

export interface Options<R extends FieldValues, V extends FieldValues, A> extends Call<R, V, A> {
  /** The name under which drafts are kept; null if they must not be. */
  name: string | null
  /** What is being edited. */
  record: Stored<R>
  /** Converts to and from the form's values if they differ from the record's. */
  shape?: { open: (record: R) => V; close: (values: V) => R }
  /** Passwords, which are never kept. */
  secret?: readonly NoInfer<Path<V>>[]
  /** What can be found wrong before it is sent. */
  problems?: (values: V) => Problems
  /** Where the form shows what the server says about a field. */
  pathOf?: (field: string) => string
  /** Whether leaving would lose something; by default, whether it differs from the record. */
  dirty?: (values: V, changed: boolean) => boolean
  /** Which part of an address counts as staying here; 'free' if people can come and go while the draft waits. */
  staying?: 'free' | ((place: Place) => string)
  /** Takes over an answer, whether or not the form is still there. */
  onAnswer?: (answer: A) => unknown
  /** The call keeps its key until it is answered, even if something else is typed before it is repeated. */
  sticky?: boolean
  /** Called once it is saved, if the form is still there; null if there was nothing to send. */
  onSaved: (answer: A | null, values: V) => unknown
  onFailed?: (error: Error) => void
  /** Ends the editing. */
  onCancel?: () => void
}

/** The props of an input for text, a choice or a date. */
export interface FieldProps {
  name: string
  value: string
  error?: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

interface Merging<R> {
  /** The record as the next save assumes it to be. */
  base: Stored<R>
  /** What somebody else has saved since the form was opened. */
  meanwhile: Meanwhile<R> | null
}

interface Once {
  text: string
  key: string
}

interface Kept<R, V> extends Merging<R> {
  values: V
  once: Once | null
}

const UNFINISHED = 'Enter the full date, or leave it empty.'

/**
 * A form that loses nothing: it keeps what is typed, asks before anyone leaves,
 * merges what others have saved in the meantime, takes no input while it is
 * being sent, and puts the focus on the first input with something wrong.
 */
export function useEditForm<R extends FieldValues, A, V extends FieldValues = R>(options: Options<R, V, A>) {
  const { record, together, secret = [] } = options
  const { open, close } = options.shape ?? (SAME as unknown as Required<Options<R, V, A>>['shape'])
  const { kept, keep } = useKeptDraft<Kept<R, V>>(options.name)
  const [restored, setRestored] = useState(kept !== null)
  const [{ base, meanwhile }, setMerging] = useState<Merging<R>>(kept ?? { base: record, meanwhile: null })
  const [once, setOnce] = useState(kept?.once ?? null)
  /** How often it could not be sent or was refused. */
  const [refused, setRefused] = useState(0)
  const [tried, setTried] = useState(false)
  /** What was typed when it was last saved; it is not kept again, even if the record shown is still older. */
  const [saved, setSaved] = useState<string | null>(null)
  const [start] = useState(() => kept?.values ?? open(record.values))
  const form = useForm<V>({ defaultValues: start as DefaultValues<V> })
  const element = useRef<HTMLFormElement>(null)
  const here = useRef(true)

  const values = form.watch()
  const mine = close(values)
  const isDirty = (typed: V) => {
    const changed = changedKeys(base.values, close(typed), together).length > 0
    return options.dirty?.(typed, changed) ?? changed
  }
  const dirty = isDirty(values)

  const withoutSecrets = (all: V): V => ({ ...all, ...Object.fromEntries(secret.map((name) => [name, ''])) })
  const openly = withoutSecrets(values)
  const toKeep: Kept<R, V> = { base, meanwhile, values: openly, once: secret.length > 0 ? null : once }
  const typed = JSON.stringify(openly)
  const text = dirty && typed !== saved && isDirty(openly) ? JSON.stringify(toKeep) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a different text needs keeping.
  useEffect(() => {
    keep(text)
  }, [text])

  const saving = useMutation({
    mutationFn: (key: string) => sendMerged(base, { values, mine, key }, options),
    onSuccess: async (outcome) => {
      if ('merged' in outcome) {
        const { taken, conflicts, values: merged } = outcome.merged
        const merging = { base: outcome.base, meanwhile: { taken, conflicts, chosen: {}, missing: false } }
        // What others have saved may put the form in another place on the page before this one shows it.
        keep(JSON.stringify({ ...toKeep, ...merging, values: withoutSecrets(open(merged)) }))
        setMerging(merging)
        return put(merged)
      }
      keep(null)
      setSaved(typed)
      setOnce(null)
      setTried(false)
      setRestored(false)
      guard.release()
      if (outcome.answer !== null) await options.onAnswer?.(outcome.answer)
      if (here.current) await options.onSaved(outcome.answer, values)
    },
    onError: (error) => {
      if (error instanceof ApiError) {
        for (const [field, message] of Object.entries(error.fieldErrors)) {
          form.setError((options.pathOf?.(field) ?? field) as Path<V>, { message })
        }
      }
      setRefused((before) => before + 1)
      options.onFailed?.(error)
    },
  })

  const guard = useLeaveGuard({
    dirty: dirty && options.staying !== 'free',
    at: typeof options.staying === 'function' ? options.staying : undefined,
    // What is being sent may still be refused.
    onLeave: () => !saving.isPending && keep(null),
    onCancel: options.onCancel,
  })

  const closing = use(Closing)
  useEffect(() => {
    if (closing) closing.current = guard.cancel
  })
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      if (closing) closing.current = null
    }
  }, [closing])
  /** Whether no input shows what was refused, as that has none here. */
  const [unplaced, setUnplaced] = useState(false)
  useEffect(() => {
    if (!refused) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-problem]')
    // What no input shows is not there yet: it comes again when it is.
    if (unplaced !== !first) return setUnplaced(!first)
    if (first) first.focus()
    // By Enter it may have been sent from far above the buttons, where the answer stands.
    else element.current?.querySelector('[data-answer]')?.scrollIntoView({ block: 'nearest' })
  }, [refused, unplaced])
  // A disabled input loses the focus; it gets it back unless something else took it.
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!saving.isPending && document.activeElement === document.body) focused.current?.focus({ preventScroll: true })
  }, [saving.isPending])

  const put = (next: R) => form.reset(open(next))

  // If nothing was changed, the form follows the record.
  const seen = useRef(record)
  useEffect(() => {
    if (same(seen.current, record)) return
    seen.current = record
    if (dirty) return
    setMerging({ base: record, meanwhile: null })
    put(record.values)
  })

  const restart = (next: V) => {
    keep(null)
    setMerging({ base: { ...record, values: close(next) }, meanwhile: null })
    setRestored(false)
    setSaved(null)
    setOnce(null)
    setTried(false)
    form.reset(next)
    saving.reset()
  }

  /** Sets values that no single input changes, and clears what was wrong with them. */
  const set = (part: Partial<V>) => {
    for (const [name, value] of Object.entries(part)) {
      form.setValue(name as Path<V>, value as PathValue<V, Path<V>>)
      form.clearErrors(name as Path<V>)
    }
  }

  const problems = (tried && options.problems?.(values)) || {}
  const error = (path: string): string | undefined =>
    problems[path] ?? (get(form.formState.errors, path) as { message?: string } | undefined)?.message

  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.clearErrors()
    const begun = [...(element.current?.querySelectorAll('input') ?? [])].filter(({ validity }) => validity.badInput)
    for (const { name } of begun) form.setError(name as Path<V>, { message: UNFINISHED })
    if (begun.length + Object.keys(options.problems?.(values) ?? {}).length > 0) {
      setTried(true)
      return setRefused(refused + 1)
    }
    if (meanwhile?.conflicts.some(({ keys }) => !meanwhile.chosen[keys[0] as string])) {
      return setMerging({ base, meanwhile: { ...meanwhile, missing: true } })
    }
    const sent = JSON.stringify(mine)
    const again = once && (options.sticky || once.text === sent) ? once : { text: sent, key: newId() }
    setOnce(again)
    focused.current = document.activeElement as HTMLElement | null
    saving.mutate(again.key)
  }

  /** Puts one side of a conflict into the form. What was typed is kept, in case the person changes their mind. */
  const choose = (conflict: Difference<R>, side: Side) => {
    if (!meanwhile) return
    const { keys } = conflict
    const key = keys[0] as string
    const before = meanwhile.chosen[key] ?? 'mine'
    const both = before === 'mine' ? { ...conflict, mine: pick(mine, keys) } : conflict
    if (side !== before) put(replaced(mine, keys, both[side]))
    const conflicts = meanwhile.conflicts.map((one) => (one === conflict ? both : one))
    const chosen = { ...meanwhile.chosen, [key]: side }
    setMerging({ base, meanwhile: { ...meanwhile, conflicts, chosen, missing: false } })
  }

  const said = saving.error && errorMessage(saving.error)
  const beside: unknown[] = saving.error instanceof ApiError ? Object.values(saving.error.fieldErrors) : []

  return {
    ref: element,
    values,
    /** The record that the form stands for. */
    mine,
    control: form.control,
    register: form.register,
    dirty,
    restored,
    startOver: () => restart(open(record.values)),
    restart,
    set,
    error,
    submit,
    saving: saving.isPending,
    failure: saving.error,
    tried,
    /** What went wrong, and whether an input shows it too. */
    message: said,
    saidBeside: !unplaced && beside.includes(said),
    /** Clears what was wrong; with `untried`, also what is found before sending, until the next attempt. */
    forgive: (untried = false) => {
      if (saving.isError) saving.reset()
      form.clearErrors()
      if (untried) setTried(false)
    },
    /** Makes the next call a new one. */
    renew: () => setOnce(null),
    meanwhile,
    choose,
    guard,
    field: (name: Path<V>): FieldProps => ({
      name,
      value: String(get(values, name) ?? ''),
      error: error(name),
      onChange: (event) => set({ [name]: event.currentTarget.value } as Partial<V>),
    }),
    /** The props of a checkbox. */
    check: (name: Path<V>) => ({
      name,
      checked: Boolean(get(values, name)),
      onChange: (event: { currentTarget: { checked: boolean } }) =>
        set({ [name]: event.currentTarget.checked } as Partial<V>),
    }),
  }
}

const SAME = { open: (record: unknown) => record, close: (values: unknown) => values }

export type Editing<R extends FieldValues, A, V extends FieldValues> = ReturnType<typeof useEditForm<R, A, V>>
