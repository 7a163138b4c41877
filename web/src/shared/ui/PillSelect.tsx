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
  /** Shown instead of label and value while nothing is chosen; it draws less attention. */
  idle?: string
  /** Without a frame, as part of a heading. */
  bare?: boolean
  /** The value says by itself what it is: where room is short it stands alone. */
  plain?: boolean
}

/** A choice on one line: its label and the chosen value. It opens the system's own list, on a phone its wheel. */
export function PillSelect<V extends string>({ label, value, choices, onChange, idle, bare, plain }: Props<V>) {
  return (
    <label
      className={classes.pill}
      data-idle={idle ? true : undefined}
      data-bare={bare || undefined}
      data-plain={(plain && !idle) || undefined}
    >
      {idle ? <span aria-hidden="true">{idle}</span> : <span className={classes.label}>{label}</span>}
      <select
        aria-label={idle && label}
        className={classes.select}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as V)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {!idle && <IconChevronDown size={16} aria-hidden className={classes.caret} />}
    </label>
  )
}
