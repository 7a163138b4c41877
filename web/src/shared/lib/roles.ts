/** The groups of a signed-in person, as the API sends them. */
export interface Member {
  groups: { admin?: boolean; root?: boolean; farmmanager?: boolean }
  /** True until the second factor that this server asks of staff is set up. */
  mustEnrol?: boolean
}

export type Section = 'manage' | 'farms' | 'admin' | 'account' | 'reports'

/** Platform staff: they see every farm and work in the console. */
export function isStaff({ groups }: Member): boolean {
  return Boolean(groups.admin || groups.root)
}

/** Those who keep the product running, and may do everything. */
export function isRoot({ groups }: Member): boolean {
  return Boolean(groups.root)
}

/** Where a person lands after signing in (AUTH-2). Those who must set up a second factor can do nothing else first. */
export function landing(member: Member): '/farms' | '/manage' | '/account/settings' {
  if (member.mustEnrol) return '/account/settings'
  if (isStaff(member)) return '/farms'
  return member.groups.farmmanager ? '/manage' : '/account/settings'
}

/** Who may enter a section (AUTH-4, AUTH-5, AUTH-6): staff their console, managers their farms, both the reports of the mobile shell, everybody their account. */
export function mayEnter(section: Section, member: Member): boolean {
  if (section === 'account') return true
  if (section === 'reports') return landing(member) !== '/account/settings'
  return landing(member) === (section === 'manage' ? '/manage' : '/farms')
}
