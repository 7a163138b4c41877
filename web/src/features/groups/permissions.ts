/** Permissions by name; true if the members of the group have it. */
export type Permissions = Record<string, boolean>

/** The permissions that the console knows, and what they open up if anything. */
export const KNOWN: readonly { name: string; opens?: string }[] = [
  { name: 'admin-users', opens: 'users, groups and the audit trail' },
  { name: 'admin-items' },
  { name: 'user-ios' },
  { name: 'user-desktop' },
  { name: 'companies', opens: 'farm records' },
  { name: 'departments' },
  { name: 'recall', opens: 'recalls' },
  { name: 'export', opens: 'exports for any farm' },
  { name: 'pricing', opens: 'fees, costs and discounts' },
]

/** The name under which the form of a new group is kept. */
export const KEPT_NEW = 'new'

/** What a permission opens up; undefined for one that is only stored and shown. */
export function opensOf(name: string): string | undefined {
  return KNOWN.find((known) => known.name === name)?.opens
}

/** The names to edit: the known ones in their own order, then the others by name. */
export function namesOf(permissions: Permissions): string[] {
  const known = KNOWN.map(({ name }) => name)
  return [
    ...known,
    ...Object.keys(permissions)
      .filter((name) => !known.includes(name))
      .sort(),
  ]
}

/** The permissions with this one on; an empty name adds nothing (GRP-3). */
export function added(permissions: Permissions, typed: string): Permissions {
  const name = typed.trim().replace(/\s+/g, ' ')
  return name ? { ...permissions, [name]: true } : permissions
}

export function removed(permissions: Permissions, name: string): Permissions {
  const { [name]: _, ...rest } = permissions
  return rest
}

/** The names of those that are on. */
export function held(permissions: Permissions): string[] {
  return namesOf(permissions).filter((name) => permissions[name])
}
