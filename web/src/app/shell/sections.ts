import type { LinkOptions } from '@tanstack/react-router'

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
    { label: 'Admin Groups', to: '/admin/admin-groups' },
    { label: 'Users', to: '/admin/users' },
    { label: 'Audit', to: '/admin/audit', permission: 'admin-users' },
  ],
  account: [{ label: 'Settings', to: '/account/settings' }],
}

/** The links of a section that somebody may follow. */
export function linksOf(section: ShellSection, permissions: readonly string[] = []): NavLink[] {
  return SECTION_NAV[section].filter(({ permission }) => !permission || permissions.includes(permission))
}
