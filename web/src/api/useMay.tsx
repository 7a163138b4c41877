import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sectionOf } from '@/shared/lib/farmPaths'
import { isStaff, mayAny } from '@/shared/lib/roles'
import { myUserQuery } from './account'
import { farmQuery } from './farms'
import type { Farm } from './schema'

/** What a permission is asked for by the pages of a farm, whose own people need none; to record, and to change what is known of the farm, take that for records. 'own' is what everybody has of a farm for themselves: what they are told, their dashboard. */
export type Permission = 'admin-users' | 'change' | 'companies' | 'export' | 'own' | 'pricing' | 'recall' | 'record'

type Level = NonNullable<Farm['may']>

/** What a link to the farm must open for it; for all else the farm must be managed. */
const LEVELS: Partial<Record<Permission, readonly Level[]>> = {
  own: ['record', 'reports', 'manage'],
  record: ['record', 'reports', 'manage'],
  export: ['reports', 'manage'],
}

/** What changes something, and staff are refused while they see a farm as its manager does. */
const CHANGES: readonly Permission[] = ['change', 'export', 'own', 'recall', 'record']

/** Whether the server will do here what takes any of the permissions; what it would refuse is not shown. */
export function useMay(...asked: readonly Permission[]): boolean {
  const { data: me } = useQuery(myUserQuery)
  const { section, level } = useLink()
  const any = me?.viewing ? asked.filter((one) => !CHANGES.includes(one)) : asked
  if (section === 'manage' || !me)
    return section === 'manage' && any.some((one) => (LEVELS[one] ?? ['manage']).includes(level))
  const own = section === null && Boolean(me.groups.farmmanager) && !isStaff(me)
  return (
    own ||
    any.includes('own') ||
    mayAny(me, ...any.map((one) => (one === 'record' || one === 'change' ? 'companies' : one)))
  )
}

/** Where one is, and what one's link to the farm there opens; until that is known, as most people have it. */
function useLink() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const farm = useQuery({ ...farmQuery(path.split('/')[2] ?? ''), enabled: false }).data
  return { section: sectionOf(path), level: farm?.may ?? 'manage' }
}

/** Whether this session shows a farm to staff, who may then neither change nor download anything. */
export function useViewing(): boolean {
  return Boolean(useQuery(myUserQuery).data?.viewing)
}

/** Whether one may put right what somebody recorded: who manages the farm, and otherwise who recorded it. */
export function useCorrects(by: string): boolean {
  const { data: me } = useQuery(myUserQuery)
  const all = useMay('change')
  const own = useMay('record')
  return all || (own && by === me?.username)
}

/** What only those see who may do it. */
export function May({ do: permission, children }: { do: Permission; children: ReactNode }): ReactNode {
  return useMay(permission) ? children : null
}
