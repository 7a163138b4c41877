import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { myUserQuery } from '@/api'
import { Shell } from './Shell'
import type { ShellSection } from './sections'

interface Props {
  section: Exclude<ShellSection, 'public'>
  children: ReactNode
}

/** The frame of the signed-in sections. */
export function SectionShell({ section, children }: Props) {
  const { data: user } = useQuery(myUserQuery)
  return (
    <Shell section={section} permissions={user?.permissions}>
      {children}
    </Shell>
  )
}
