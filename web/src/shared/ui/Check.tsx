import type { ComponentProps } from 'react'
import classes from './Check.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: string
  /** A radio is one of several; a checkbox stands on its own. */
  type: 'checkbox' | 'radio'
  /** A chip is one of a row, a line one of a list. */
  shape: 'chip' | 'line'
}

/** A choice that is on or off; pressing the label counts too. */
export function Check({ label, shape, ...input }: Props) {
  return (
    <label className={classes.check} data-shape={shape}>
      <input {...input} className={classes.box} />
      {label}
    </label>
  )
}
