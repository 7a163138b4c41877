import type { LinkOptions } from '@tanstack/react-router'

export type ShellSection = 'public' | 'manage' | 'console' | 'account'

interface NavLink {
  label: string
  to: LinkOptions['to']
  /** Shown only to those who have this permission. */
  permission?: string
}

/** Main links of each section's header, before "Sign out". */
export const SECTION_NAV: Record<ShellSection, NavLink[]> = {
  public: [],
  manage: [{ label: 'Farms', to: '/manage' }],
  console: [
    { label: 'Farms', to: '/farms' },
    { label: 'Fulfilment', to: '/farms/fulfilment', permission: 'companies' },
    { label: 'Prices', to: '/admin/prices', permission: 'pricing' },
    { label: 'Admin Groups', to: '/admin/admin-groups' },
    { label: 'Users', to: '/admin/users' },
    { label: 'Audit', to: '/admin/audit', permission: 'admin-users' },
  ],
  account: [{ label: 'Settings', to: '/account/settings' }],
}
