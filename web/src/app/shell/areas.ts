import type { LinkOptions } from '@tanstack/react-router'

export type ShellArea = 'public' | 'manage' | 'console' | 'account'

interface NavLink {
  label: string
  to: LinkOptions['to']
}

/** Main links of each area's header, before "Sign out". */
export const AREA_NAV: Record<ShellArea, NavLink[]> = {
  public: [],
  manage: [{ label: 'Farms', to: '/manage' }],
  console: [{ label: 'Farms', to: '/farms' }],
  account: [{ label: 'Settings', to: '/account/settings' }],
}
