import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react'
import { Button } from '@/shared/ui/Button'
import chips from '@/shared/ui/Chips.module.css'
import { Field } from '@/shared/ui/Field'
import { NumberField } from '@/shared/ui/NumberField'
import type { Draft } from './draft'
import {
  lengthsOf,
  lengthWords,
  type MeasuredBy,
  NO_SAMPLE,
  pastedLengths,
  type SampleDraft,
  statsWords,
  take,
  typedLength,
} from './lengths'
import type { Problems } from './problems'
import classes from './Sample.module.css'

const WAYS: { by: MeasuredBy; label: string }[] = [
  { by: 'mean', label: 'Mean' },
  { by: 'lengths', label: 'One by one' },
  { by: 'classes', label: 'By class' },
]

/** So many of the last lengths are shown, so that one can look whether the last was taken. */
const SHOWN = 4

interface Props {
  draft: Draft
  problems: Problems
  onChange: (part: Partial<Draft>) => void
}

/** A size sample: its mean, or the lengths from which it follows. */
export function Sample({ draft, problems, onChange }: Props) {
  const sample = draft.sample ?? NO_SAMPLE
  const change = (part: Partial<SampleDraft>) => onChange({ sample: { ...sample, ...part } })
  return (
    <div className={classes.sample}>
      <fieldset className={classes.ways}>
        <legend className="visually-hidden">Measured</legend>
        {WAYS.map(({ by, label }) => (
          <button
            key={by}
            type="button"
            className={chips.chip}
            aria-pressed={sample.by === by}
            onClick={() => change({ by })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {sample.by === 'mean' ? (
        <div className={classes.row}>
          <NumberField
            label="Animals measured"
            name="measured"
            value={draft.measured}
            onChange={(measured) => onChange({ measured })}
            error={problems.measured}
          />
          <NumberField
            label="Mean size in mm"
            name="sizeMm"
            keys="decimal"
            value={draft.sizeMm}
            onChange={(sizeMm) => onChange({ sizeMm })}
            error={problems.sizeMm}
          />
        </div>
      ) : (
        <Lengths
          sample={sample}
          error={problems.lengths ?? problems.measured ?? problems.sizeMm}
          onChange={(next) => onChange({ sample: next })}
        />
      )}
    </div>
  )
}

interface LengthsProps {
  sample: SampleDraft
  error?: string
  onChange: (sample: SampleDraft) => void
}

/** Lengths or classes, one after the other by Enter or by thumb; the keys stay where they are. */
function Lengths({ sample, error, onChange }: LengthsProps) {
  const first = useRef<HTMLDivElement>(null)
  const status = useId()
  const { taken } = sample
  const goOn = () => {
    const inputs = first.current?.querySelectorAll('input')
    inputs?.[inputs.length - 1]?.focus()
  }
  const add = () => {
    const next = take(sample)
    if (next) onChange(next)
    goOn()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = pastedLengths(event.clipboardData.getData('text'))
    if (!pasted || pasted.length < 2) return
    event.preventDefault()
    onChange({ ...sample, taken: [...taken, ...pasted] })
  }
  const set = (part: Partial<SampleDraft>) => onChange({ ...sample, ...part })
  const typed = typedLength(sample)
  const last = taken.slice(-SHOWN)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in any of the inputs takes the length.
    <div className={classes.sample} onKeyDown={onKeyDown}>
      <div className={classes.entry}>
        <div ref={first} className={sample.by === 'lengths' ? classes.one : classes.row}>
          {sample.by === 'lengths' ? (
            <Field
              label="Length in mm"
              name="length"
              inputMode="decimal"
              enterKeyHint="next"
              autoComplete="off"
              maxLength={20}
              value={sample.length}
              onChange={(event) => set({ length: event.currentTarget.value })}
              onPaste={paste}
              error={error}
            />
          ) : (
            <>
              <NumberField
                label="From mm"
                name="from"
                keys="decimal"
                value={sample.from}
                onChange={(from) => set({ from })}
              />
              <NumberField label="To mm" name="to" keys="decimal" value={sample.to} onChange={(to) => set({ to })} />
              <NumberField
                label="Animals"
                name="animals"
                value={sample.animals}
                onChange={(animals) => set({ animals })}
                error={error}
              />
            </>
          )}
        </div>
        {/* A press keeps the phone's keys open. */}
        <Button variant="plain" onPointerDown={(event) => event.preventDefault()} onClick={add} disabled={!typed}>
          Add
        </Button>
      </div>
      {typeof typed === 'string' && sample.by === 'classes' && !error && <p className={classes.hint}>{typed}</p>}
      <p id={status} role="status" className={classes.stats}>
        {statsWords(lengthsOf(sample))}
      </p>
      {last.length > 0 && (
        <div className={classes.last}>
          <p>
            {taken.length > SHOWN && '… '}
            {last.map(lengthWords).join(', ')}
          </p>
          <Button
            variant="plain"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              onChange({ ...sample, taken: taken.slice(0, -1) })
              goOn()
            }}
          >
            Undo the last
          </Button>
        </div>
      )}
    </div>
  )
}
