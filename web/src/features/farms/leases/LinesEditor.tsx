import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type RefObject, useCallback, useId, useRef, useState } from 'react'
import { type Lease, limits } from '@/api'
import { type Editing, useFieldArray } from '@/forms'
import { counted, exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import field from '@/shared/ui/Field.module.css'
import button from '@/shared/ui/IconButton.module.css'
import classes from './LeaseForm.module.css'
import type { LeaseDraft, LeaseValues } from './leases'
import { addedWords, type LineDraft, namesIn, spotsProblem, withNew } from './lines'

/** More than any number needs, spaces included. */
const MOST_DIGITS = 20

interface Props {
  form: Editing<LeaseValues, Lease, LeaseDraft>
}

/** The lines of a growing area, with inputs to add one or many at a time. */
export function LinesEditor({ form }: Props) {
  const { lines } = form.values
  const rows = useFieldArray({ control: form.control, name: 'lines' })
  const error = form.error('lines')
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLInputElement>(null)
  const { remove } = rows
  const removeAt = useCallback(
    (index: number) => {
      remove(index)
      // The focus goes to whatever has taken the line's place.
      requestAnimationFrame(() => {
        const left = list.current?.querySelectorAll('button') ?? []
        const next = left[index] ?? left[index - 1] ?? adder.current
        next?.focus()
      })
    },
    [remove],
  )
  return (
    <fieldset className={classes.lines}>
      <legend>Lines</legend>
      <p className="quiet">
        {lines.length === 0
          ? 'No lines yet. Add one, or many at once: L1 to L20.'
          : `${counted(lines.length, 'line')}. Spots are how many containers can hang on a line; leave them empty if you do not know.`}
      </p>
      {lines.length > 0 && (
        <div className={classes.lineHead} aria-hidden="true">
          <span>Name</span>
          <span>Spots</span>
        </div>
      )}
      {lines.length > 0 && (
        <ul ref={list} className={classes.lineList}>
          {rows.fields.map(({ id }, index) => (
            <LineRow
              key={id}
              index={index}
              name={lines[index]?.name ?? ''}
              nameProblem={form.error(`lines.${index}.name`)}
              spotsProblem={form.error(`lines.${index}.spots`)}
              register={form.register}
              onRemove={removeAt}
            />
          ))}
        </ul>
      )}
      {error && (
        <p className={field.error} role="alert">
          {error}
        </p>
      )}
      <Adder ref={adder} form={form} onAdd={rows.append} />
    </fieldset>
  )
}

interface RowProps {
  index: number
  /** As it is typed. */
  name: string
  nameProblem?: string
  spotsProblem?: string
  register: Props['form']['register']
  onRemove: (index: number) => void
}

/** Knows nothing of the other rows, so typing in one of many does not render the rest. */
const LineRow = memo(function LineRow({ index, name, nameProblem, spotsProblem, register, onRemove }: RowProps) {
  const id = useId()
  const number = index + 1
  const wiring = (wrong?: string) => ({
    'aria-invalid': wrong ? (true as const) : undefined,
    'aria-describedby': wrong ? id : undefined,
  })
  return (
    <li className={classes.line}>
      <input
        {...register(`lines.${index}.name`)}
        className={field.input}
        aria-label={`Name of line ${number}`}
        {...wiring(nameProblem)}
        maxLength={limits.Line.name}
        autoComplete="off"
      />
      <input
        {...register(`lines.${index}.spots`)}
        className={field.input}
        aria-label={`Spots of line ${number}`}
        {...wiring(spotsProblem)}
        inputMode="numeric"
        maxLength={MOST_DIGITS}
        autoComplete="off"
      />
      <button
        type="button"
        className={`${button.icon} ${classes.remove}`}
        aria-label={`Remove line ${name || exact(number)}`}
        onClick={() => onRemove(index)}
      >
        <IconX size={20} aria-hidden />
      </button>
      {(nameProblem || spotsProblem) && (
        <p id={id} className={`${field.error} ${classes.lineProblem}`}>
          {[nameProblem, spotsProblem].filter(Boolean).join('. ')}
        </p>
      )}
    </li>
  )
})

interface AdderProps extends Props {
  ref: RefObject<HTMLInputElement | null>
  onAdd: (lines: LineDraft[], options: { shouldFocus: boolean }) => void
}

function Adder({ ref, form, onAdd }: AdderProps) {
  const [said, setSaid] = useState('')
  const { lines, fresh } = form.values
  const more = withNew(lines, fresh).slice(lines.length)
  const input = (name: 'fresh.names' | 'fresh.spots') => {
    const props = form.field(name)
    const onChange: typeof props.onChange = (event) => {
      setSaid('')
      props.onChange(event)
    }
    return { ...props, onChange }
  }
  const add = () => {
    if (more.length === 0) return
    onAdd(more, { shouldFocus: false })
    form.set({ fresh: { names: '', spots: fresh.spots } })
    setSaid(`${counted(more.length, 'line')} added.`)
    ref.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
    // Enter adds the lines here; elsewhere in the form it saves.
    event.preventDefault()
    add()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Enter in its inputs.
    <div className={classes.adder} onKeyDown={onKeyDown}>
      <Field {...input('fresh.names')} ref={ref} label="Add lines" placeholder="L1 to L20" autoComplete="off" />
      <Field
        {...input('fresh.spots')}
        label="Spots each"
        inputMode="numeric"
        maxLength={MOST_DIGITS}
        autoComplete="off"
        error={spotsProblem(fresh.spots)}
      />
      <Button variant="plain" onClick={add} disabled={more.length === 0}>
        Add
      </Button>
      <p className={classes.added} role="status">
        {said || addedWords(lines, namesIn(fresh.names))}
      </p>
    </div>
  )
}
