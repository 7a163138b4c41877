import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { config } from '@/shared/lib/config'
import '../styles/mantine.css'
import classes from './Shell.module.css'
import { useScheme } from './scheme'

/** A signed-in page without header and footer, for a shell that has its own (REP-17). */
export function BareShell({ children }: { children: ReactNode }) {
  return (
    <MantineProvider forceColorScheme={useScheme()} getStyleNonce={() => config.nonce}>
      <main id="content" className={classes.bare}>
        {children}
      </main>
    </MantineProvider>
  )
}
