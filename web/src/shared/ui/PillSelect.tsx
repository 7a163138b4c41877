import { IconChevronDown } from '@tabler/icons-react'
import classes from './Pill.module.css'

export interface Choice<V extends string = string> {
  value: V
  label: string
}

interface Props<V extends string> {
  label: string
  value: V
  choices: readonly Choice<V>[]
  onChange: (value: V) => void
  /** The label above the value: for a row of many pills. */
  stacked?: boolean
}

/** A choice in one line: its label and the chosen value. The system's own list opens, on a phone its wheel. */
export function PillSelect<V extends string>({ label, value, choices, onChange, stacked }: Props<V>) {
  return (
    <label className={classes.pill} data-stacked={stacked || undefined}>
      <span className={classes.label}>{label}</span>
      <select className={classes.select} value={value} onChange={(event) => onChange(event.currentTarget.value as V)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden className={classes.caret} />
    </label>
  )
}
