import type { ComponentProps } from 'react'
import classes from './Check.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: string
  /** A radio is one of several, a checkbox stands for itself. */
  type: 'checkbox' | 'radio'
  /** A chip stands in a row with others; a line in a list. */
  shape: 'chip' | 'line'
}

/** A choice that is on or off, with its label as part of the target. */
export function Check({ label, shape, ...input }: Props) {
  return (
    <label className={classes.check} data-shape={shape}>
      <input {...input} className={classes.box} />
      {label}
    </label>
  )
}
