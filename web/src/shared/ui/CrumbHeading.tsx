import type { ReactNode } from 'react'
import classes from './CrumbHeading.module.css'
import { usePageTitle } from './usePageTitle'

interface Props {
  title: string
  /** The links that lead back, with a stroke after each. */
  children: ReactNode
}

/** The title of a page below others, after the way back to them. */
export function CrumbHeading({ title, children }: Props) {
  usePageTitle(title)
  return (
    <div className={classes.heading}>
      <nav aria-label="Breadcrumb" className={classes.crumbs}>
        {children}
      </nav>
      <h1 className={classes.title}>{title}</h1>
    </div>
  )
}
