import { useId } from 'react'
import classes from './Toggle.module.css'

interface Props<V extends string> {
  label: string
  choices: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

/** A choice between two options that are both shown; the arrow keys change it. */
export function Toggle<V extends string>({ label, choices, value, onChange }: Props<V>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.toggle}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
