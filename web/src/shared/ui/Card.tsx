import type { ReactNode } from 'react'
import classes from './Card.module.css'

interface Props {
  title?: string
  children: ReactNode
}

/** A titled panel; without a title it is only the surface. */
export function Card({ title, children }: Props) {
  return (
    <section className={classes.card} aria-label={title}>
      {title && <h2 className={classes.title}>{title}</h2>}
      {children}
    </section>
  )
}
