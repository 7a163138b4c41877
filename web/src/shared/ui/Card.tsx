import type { ReactNode } from 'react'
import classes from './Card.module.css'

interface Props {
  title?: string
  /** What can be done with the whole card; beside the title. */
  action?: ReactNode
  /** Something in it was typed or chosen. */
  onInput?: () => void
  children: ReactNode
}

/** A titled panel; without a title it is only the surface. */
export function Card({ title, action, onInput, children }: Props) {
  return (
    <section className={classes.card} aria-label={title} onInput={onInput}>
      {title && (
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
