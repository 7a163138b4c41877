import { type Account, type AccountRow, limits } from '@/api'

/** The parts of the name that are given. */
export function fullName({ name }: Pick<AccountRow, 'name'>): string {
  return [name.first, name.middle, name.last].filter(Boolean).join(' ')
}

/** The built-in groups, listed before the admin groups. */
const BUILT_IN = ['root', 'admin', 'farmmanager']

export function isBuiltIn(groupId: string): boolean {
  return BUILT_IN.includes(groupId)
}

/** The names of a user's groups, built-in ones first. */
export function groupNames({ groups }: Pick<AccountRow, 'groups'>): string {
  const admin = Object.keys(groups).filter((id) => !isBuiltIn(id))
  return [...BUILT_IN.filter((id) => groups[id]), ...admin].map((id) => groups[id]).join(', ')
}

/** The name under which the form of a new user is kept. */
export const KEPT_NEW = 'new'

/** The most farms that a user can be linked to. */
export const FARMS_MOST = limits.farmRules.perUser

export const ALREADY_ADDED = 'Farm already added.'
export const TOO_MANY_FARMS = `You have reached ${FARMS_MOST} farms the maximum number allowed.`

export function isLinked({ farms }: Pick<Account, 'farms'>, farmId: string): boolean {
  return farms.some(({ id }) => id === farmId)
}
