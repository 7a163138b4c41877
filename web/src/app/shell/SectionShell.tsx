import { MantineProvider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { myUserQuery } from '@/api'
import { config } from '@/shared/lib/config'
import '../styles/mantine.css'
import { Shell } from './Shell'
import { useScheme } from './scheme'
import type { ShellSection } from './sections'

interface Props {
  section: Exclude<ShellSection, 'public'>
  children: ReactNode
}

/** The frame of the signed-in sections, with Mantine's composite widgets. The public pages do without and stay small. */
export function SectionShell({ section, children }: Props) {
  const { data: user } = useQuery(myUserQuery)
  return (
    <MantineProvider forceColorScheme={useScheme()} getStyleNonce={() => config.nonce}>
      <Shell section={section} permissions={user?.permissions}>
        {children}
      </Shell>
    </MantineProvider>
  )
}
