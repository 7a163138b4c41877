import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Field, Frame, type FrameProps } from './Field'
import classes from './Field.module.css'

/** A text field that takes no more than its maximum, and says when that is reached (AFARM-9). */
export function LimitedField({
  value,
  maxLength,
  hint,
  ...rest
}: ComponentProps<typeof Field> & { value: string; maxLength: number }) {
  return <Field {...rest} value={value} maxLength={maxLength} hint={reached(value, maxLength) ?? hint} />
}

/** A LimitedField for several lines of text. */
export function LimitedArea({
  label,
  error,
  value,
  maxLength,
  ...area
}: FrameProps & Omit<ComponentProps<'textarea'>, 'className'> & { value: string; maxLength: number }) {
  return (
    <Frame label={label} error={error} hint={reached(value, maxLength)}>
      {(wiring) => (
        <textarea rows={3} {...area} {...wiring} value={value} maxLength={maxLength} className={classes.area} />
      )}
    </Frame>
  )
}

function reached(value: string, maxLength: number): string | undefined {
  return value.length >= maxLength ? 'Max length reached' : undefined
}

interface SelectProps extends FrameProps, Omit<ComponentProps<'select'>, 'className'> {
  choices: readonly { value: string; label: string }[]
  /** Further choices, under a heading of their own. */
  more?: { label: string; values: readonly string[] }
}

export function SelectField({ label, error, hint, choices, more, ...select }: SelectProps) {
  return (
    <Frame label={label} error={error} hint={hint}>
      {(wiring) => (
        <span className={classes.withButton}>
          <select {...select} {...wiring} className={classes.input}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
            {more && (
              <optgroup label={more.label}>
                {more.values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </optgroup>
            )}
          </select>
          <IconChevronDown size={18} aria-hidden className={classes.caret} />
        </span>
      )}
    </Frame>
  )
}
