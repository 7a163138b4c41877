import { MantineProvider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { myUserQuery } from '@/api'
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
  const { data: user } = useQuery(myUserQuery)
  return (
    <MantineProvider forceColorScheme={useScheme()} getStyleNonce={() => config.nonce}>
      <Shell area={area} permissions={user?.permissions}>
        {children}
      </Shell>
    </MantineProvider>
  )
}
