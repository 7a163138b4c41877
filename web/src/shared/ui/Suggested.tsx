import classes from './Chips.module.css'
import { Field } from './Field'

const MOST = 6

interface Props {
  label: string
  name: string
  value: string
  /** What the farm has called it before; one press fills it in. */
  known: readonly string[]
  maxLength: number
  onChange: (value: string) => void
  error?: string
}

/** A label to type, or to pick from those the farm uses. */
export function Suggested({ label, name, value, known, maxLength, onChange, error }: Props) {
  const typed = value.trim().toLowerCase()
  const exactly = known.some((one) => one === value)
  const offered = known.filter((one) => exactly || one.toLowerCase().includes(typed)).slice(0, MOST)
  return (
    <div>
      <Field
        label={label}
        name={name}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      {offered.length > 0 && (
        <fieldset className={classes.known} aria-label={`${label} used before`}>
          {offered.map((one) => (
            <button
              key={one}
              type="button"
              className={classes.chip}
              aria-pressed={one === value}
              onClick={() => onChange(one === value ? '' : one)}
            >
              {one}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
