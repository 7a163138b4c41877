/** The groups of a signed-in person, as the API sends them. */
export interface Member {
  groups: { admin?: boolean; root?: boolean; farmmanager?: boolean }
  /** What their admin groups let them do; for who may do everything, all that there is. */
  permissions?: readonly string[] | null
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

/** Whether one has any of the permissions. */
export function mayAny({ permissions }: Member, ...any: readonly string[]): boolean {
  return any.some((permission) => permissions?.includes(permission))
}

/** Who may stay signed in on a device, as the server has it: not those who can act beyond their own farms. */
export function mayStay(member: Member): boolean {
  return !isStaff(member) && !member.permissions?.length
}

/** Who may look at every farm, as the server has it. */
export function seesFarms(member: Member): boolean {
  return isStaff(member) || mayAny(member, 'companies', 'export')
}

/**
 * Who may enter a section (AUTH-4, AUTH-5, AUTH-6, AUTH-9): staff and those with a permission the part of the console
 * that it opens, managers their farms, whoever has farms the reports of the mobile shell, everybody their account.
 */
export function mayEnter(section: Section, member: Member): boolean {
  if (section === 'account') return true
  if (member.mustEnrol) return false
  if (section === 'manage') return landing(member) === '/manage'
  if (section === 'reports') return landing(member) !== '/account/settings' || seesFarms(member)
  return seesFarms(member) || (section === 'admin' && mayAny(member, 'admin-users', 'pricing', 'recall'))
}
