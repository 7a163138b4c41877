import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { myUserQuery } from '@/api'
import { FarmNav } from './farm/FarmNav'
import { Shell } from './Shell'
import type { ShellSection } from './sections'

interface Props {
  section: Exclude<ShellSection, 'public'>
  children: ReactNode
}

/** The frame of the signed-in sections; the pages of a farm have the way around it beside them. */
export function SectionShell({ section, children }: Props) {
  const { data: user } = useQuery(myUserQuery)
  const { farmId } = useParams({ strict: false })
  const farm = farmId && <FarmNav section={section === 'manage' ? 'manage' : 'farms'} farmId={farmId} />
  return (
    <Shell section={section} permissions={user?.permissions} aside={farm}>
      {children}
    </Shell>
  )
}
