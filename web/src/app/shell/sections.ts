import type { LinkOptions } from '@tanstack/react-router'
import type { User } from '@/api'
import { isStaff, type Member, mayAny, mayEnter } from '@/shared/lib/roles'

/** The sections for who is signed in. */
export type ShellSection = 'manage' | 'console' | 'account'

export interface NavLink {
  label: string
  to: LinkOptions['to']
  /** Shown only to those who have this permission. */
  permission?: string
  /** Pages of its own that stand under another's address. */
  also?: string
}

/** Main links of each section's header, before "Sign out". */
const SECTION_NAV: Record<ShellSection, NavLink[]> = {
  manage: [{ label: 'Farms', to: '/manage' }],
  console: [
    { label: 'Farms', to: '/farms' },
    { label: 'Work', to: '/admin', also: '/farms/fulfilment' },
    { label: 'Admin Groups', to: '/admin/admin-groups', permission: 'admin-users' },
    { label: 'Users', to: '/admin/users', permission: 'admin-users' },
    { label: 'Audit', to: '/admin/audit', permission: 'admin-users' },
  ],
  account: [{ label: 'Settings', to: '/account/settings' }],
}

/** The way into the console from where others are at home, for what their admin groups let them do. */
const CONSOLE: NavLink[] = [
  { label: 'All farms', to: '/farms' },
  { label: 'Work', to: '/admin' },
]

/** The links of a section that somebody may follow; before it is known who it is, those that everybody may. */
export function linksOf(section: ShellSection, member: Member = { groups: {} }): NavLink[] {
  const beside = section === 'console' || isStaff(member) ? [] : CONSOLE
  const open = ({ to, permission }: NavLink) => {
    if (permission) return mayAny(member, permission)
    if (to === '/farms') return mayEnter('farms', member)
    return to !== '/admin' || mayEnter('admin', member)
  }
  return [...SECTION_NAV[section], ...beside].filter(open)
}

/** Pages of the console that take more than the way in: by their addresses, one of these permissions. */
const TAKES: readonly (readonly [RegExp, ...string[]])[] = [
  [/^.admin.(users|admin-groups|audit)|^.farms.\w+.history/, 'admin-users'],
  [/^.admin.(payments|tagging)|^.farms.(setup|fulfilment|upload|\w+.(record|tagging|labels|invoices))/, 'companies'],
  [/^.admin.prices/, 'companies', 'pricing'],
  [/^.(admin|farms).*recalls.new/, 'recall'],
]

/** Pages that change something and do nothing else. */
const CHANGES = /^.manage.\w+.(record|tagging|labels|upload|keys|recalls.new)|^.account/

/** Whether a page would be refused to somebody who is let in where it is: for want of a permission, or in a view. */
export function isRefused(path: string, member: User): boolean {
  if (member.viewing) return CHANGES.test(path)
  return TAKES.some(([page, ...any]) => page.test(path) && !mayAny(member, ...any))
}
