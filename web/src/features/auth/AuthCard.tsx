import type { ReactNode } from 'react'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import classes from './AuthCard.module.css'

/** The card around every screen of the public section. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <section className={classes.card}>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </section>
  )
}
