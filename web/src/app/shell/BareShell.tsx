import type { ReactNode } from 'react'
import classes from './Shell.module.css'

/** A signed-in page without header and footer, for a shell that has its own (REP-17). */
export function BareShell({ children }: { children: ReactNode }) {
  return (
    <main id="content" className={classes.bare}>
      {children}
    </main>
  )
}
