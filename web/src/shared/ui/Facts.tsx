import type { ReactNode } from 'react'
import classes from './Facts.module.css'

interface Fact {
  label: string
  value: ReactNode
}

/** Labels and values, one below the other. A missing value says so. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl>
      {facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value || <span className={classes.none}>not given</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
