import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { config } from '@/shared/lib/config'
import '../styles/mantine.css'
import type { ShellArea } from './areas'
import { Shell } from './Shell'
import { useScheme } from './scheme'

interface Props {
  area: Exclude<ShellArea, 'public'>
  children: ReactNode
}

/** The frame of the signed-in areas, with Mantine's composite widgets. The public pages do without and stay small. */
export function AreaShell({ area, children }: Props) {
  return (
    <MantineProvider forceColorScheme={useScheme()} getStyleNonce={() => config.nonce}>
      <Shell area={area}>{children}</Shell>
    </MantineProvider>
  )
}
