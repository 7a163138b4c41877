/** Permissions by name; true if the members of the group have it. */
export type Permissions = Record<string, boolean>

/** The permissions that the console knows, and what they open up if anything. */
export const KNOWN: readonly { name: string; opens?: string }[] = [
  { name: 'admin-users', opens: 'users, admin groups and the audit trail' },
  { name: 'admin-items' },
  { name: 'user-ios' },
  { name: 'user-desktop' },
  {
    name: 'companies',
    opens:
      'the list of farms, the records, recording, uploads and invoices of any farm, fulfilment and failed payments',
  },
  { name: 'departments' },
  { name: 'recall', opens: 'recalls and drills: declaring, correcting and ending them' },
  { name: 'export', opens: 'the list of farms, and the reports and exports of any farm' },
  { name: 'pricing', opens: 'the price list, and fees, discounts, payments and refunds where farms may be opened' },
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

/** Whether the permission is on: any name may be one, also that of something which every object has. */
export function given(permissions: Permissions, name: string): boolean {
  return Object.hasOwn(permissions, name) && permissions[name] === true
}

const KEY = ':'

/** The permissions as a form holds them, by keys that are never a name which objects have themselves. */
export function keyed(permissions: Permissions): Permissions {
  return Object.fromEntries(Object.entries(permissions).map(([name, on]) => [KEY + name, on]))
}

/** The permissions by their names again. */
export function plain(held: Permissions): Permissions {
  return Object.fromEntries(Object.entries(held).map(([key, on]) => [nameOf(key), on]))
}

export const nameOf = (key: string) => key.slice(KEY.length)

export function removed(permissions: Permissions, name: string): Permissions {
  const { [name]: _, ...rest } = permissions
  return rest
}

/** The names of those that are on. */
export function held(permissions: Permissions): string[] {
  return namesOf(permissions).filter((name) => given(permissions, name))
}
