import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { NumberField } from '@/shared/ui/NumberField'
import { lengthWords, pastedLengths, statsWords, take } from './entering'
import { lengthsOf, type SampleDraft, typedLength } from './lengths'
import classes from './Sample.module.css'

/** So many of the last lengths are shown, so that one can look whether the last was taken. */
const SHOWN = 4

interface Props {
  sample: SampleDraft
  error?: string
  onChange: (sample: SampleDraft) => void
}

/** Lengths or classes, one after the other by Enter or by thumb; the keys stay where they are. */
export default function Lengths({ sample, error, onChange }: Props) {
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
