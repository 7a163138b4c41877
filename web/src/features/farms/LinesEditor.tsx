import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { limits } from '@/api'
import { counted, exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import field from '@/shared/ui/Field.module.css'
import classes from './LeaseForm.module.css'
import { addedWords, type LineDraft, type LineProblem, type NewLines, namesIn, spotsProblem, withNew } from './lines'

interface Props {
  lines: LineDraft[]
  onChange: (lines: LineDraft[]) => void
  fresh: NewLines
  onFresh: (fresh: NewLines) => void
  problems: ReadonlyMap<number, LineProblem>
  /** What is wrong with all of them together. */
  error?: string
}

/** The lines of a growing area, and inputs that add one or many at once. */
export function LinesEditor({ lines, onChange, fresh, onFresh, problems, error }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLInputElement>(null)
  const remove = (index: number) => {
    onChange(lines.filter((_, at) => at !== index))
    // The focus goes to what has taken the line's place.
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll('button') ?? []
      const next = left[index] ?? left[index - 1] ?? adder.current
      next?.focus()
    })
  }
  return (
    <fieldset className={classes.lines}>
      <legend>Lines</legend>
      <p className={classes.note}>
        {lines.length === 0
          ? 'No lines yet. Name one, or many at once: L1 to L20.'
          : `${counted(lines.length, 'line')}. Spots are how many containers can hang on one; leave them empty where nobody knows.`}
      </p>
      {lines.length > 0 && (
        <div className={classes.lineHead} aria-hidden="true">
          <span>Name</span>
          <span>Spots</span>
        </div>
      )}
      {lines.length > 0 && (
        <ul ref={list} className={classes.lineList}>
          {lines.map((line, index) => (
            <LineRow
              key={line.key}
              line={line}
              number={index + 1}
              problem={problems.get(line.key)}
              onChange={(changed) => onChange(lines.map((one) => (one === line ? changed : one)))}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      {error && (
        <p className={field.error} role="alert">
          {error}
        </p>
      )}
      <Adder ref={adder} lines={lines} onChange={onChange} fresh={fresh} onFresh={onFresh} />
    </fieldset>
  )
}

interface RowProps {
  line: LineDraft
  number: number
  problem?: LineProblem
  onChange: (line: LineDraft) => void
  onRemove: () => void
}

function LineRow({ line, number, problem, onChange, onRemove }: RowProps) {
  const id = useId()
  const wiring = (wrong?: string) => ({
    'aria-invalid': wrong ? (true as const) : undefined,
    'aria-describedby': wrong ? id : undefined,
  })
  return (
    <li className={classes.line}>
      <input
        className={field.input}
        aria-label={`Name of line ${number}`}
        {...wiring(problem?.name)}
        maxLength={limits.Line.name}
        autoComplete="off"
        value={line.name}
        onChange={(event) => onChange({ ...line, name: event.currentTarget.value })}
      />
      <input
        className={field.input}
        aria-label={`Spots of line ${number}`}
        {...wiring(problem?.spots)}
        inputMode="numeric"
        maxLength={20}
        autoComplete="off"
        value={line.spots}
        onChange={(event) => onChange({ ...line, spots: event.currentTarget.value })}
      />
      <button
        type="button"
        className={classes.remove}
        aria-label={`Remove line ${line.name || exact(number)}`}
        onClick={onRemove}
      >
        <IconX size={20} aria-hidden />
      </button>
      {problem && (
        <p id={id} className={`${field.error} ${classes.lineProblem}`}>
          {[problem.name, problem.spots].filter(Boolean).join('. ')}
        </p>
      )}
    </li>
  )
}

type AdderProps = Pick<Props, 'lines' | 'onChange' | 'fresh' | 'onFresh'> & {
  ref: RefObject<HTMLInputElement | null>
}

function Adder({ ref, lines, onChange, fresh, onFresh }: AdderProps) {
  const [said, setSaid] = useState('')
  const all = withNew(lines, fresh)
  const ready = all.length > lines.length
  const type = (part: Partial<NewLines>) => {
    setSaid('')
    onFresh({ ...fresh, ...part })
  }
  const add = () => {
    if (!ready) return
    onChange(all)
    onFresh({ names: '', spots: fresh.spots })
    setSaid(`${counted(all.length - lines.length, 'line')} added.`)
    ref.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
    // Enter adds the lines here; elsewhere in the form it saves.
    event.preventDefault()
    add()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears the Enter key of its inputs.
    <div className={classes.adder} onKeyDown={onKeyDown}>
      <Field
        ref={ref}
        label="Add lines"
        placeholder="L1 to L20"
        autoComplete="off"
        value={fresh.names}
        onChange={(event) => type({ names: event.currentTarget.value })}
      />
      <Field
        label="Spots each"
        inputMode="numeric"
        maxLength={20}
        autoComplete="off"
        value={fresh.spots}
        error={spotsProblem(fresh.spots)}
        onChange={(event) => type({ spots: event.currentTarget.value })}
      />
      <Button variant="plain" onClick={add} disabled={!ready}>
        Add
      </Button>
      <p className={classes.added} role="status">
        {said || addedWords(lines, namesIn(fresh.names))}
      </p>
    </div>
  )
}
