import type { ReactNode } from 'react'
import classes from './Standing.module.css'

/** Where something stands, in words; in the colour of what waits where somebody else has to act first. */
export function Standing({ waits, children }: { waits: boolean; children: ReactNode }) {
  return waits ? <span className={classes.waiting}>{children}</span> : children
}
