import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sectionOf } from '@/shared/lib/farmPaths'
import { isStaff, mayAny } from '@/shared/lib/roles'
import { myUserQuery } from './account'

/** What a permission is asked for by the pages of a farm, whose own people need none. */
export type Permission = 'admin-users' | 'companies' | 'export' | 'pricing' | 'recall'

/** Whether the server will do here what takes any of the permissions; what it would refuse is not shown. */
export function useMay(...any: readonly Permission[]): boolean {
  const { data: me } = useQuery(myUserQuery)
  const section = useLocation({ select: ({ pathname }) => sectionOf(pathname) })
  if (section === 'manage' || !me) return section === 'manage'
  const own = section === null && Boolean(me.groups.farmmanager) && !isStaff(me)
  return own || mayAny(me, ...any)
}

/** What only those see who may do it. */
export function May({ do: permission, children }: { do: Permission; children: ReactNode }): ReactNode {
  return useMay(permission) ? children : null
}
