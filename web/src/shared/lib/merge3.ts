/** The name of a field of a form. */
export type Key<V> = keyof V & string

/** Fields that are only right together (a state and its country) are compared, sent and merged as one. */
export type Together<V> = readonly (readonly Key<V>[])[]

/** What became of a field, or of fields that go together. A field missing from a side was removed there. */
export interface Difference<V> {
  keys: readonly Key<V>[]
  base: Partial<V>
  mine: Partial<V>
  theirs: Partial<V>
}

export interface Merged<V> {
  /** Both sides' changes; mine where they contradict each other. */
  values: V
  /** What only they have changed; it is in the values already. */
  taken: Difference<V>[]
  /** What both have changed, each differently: a person has to choose. */
  conflicts: Difference<V>[]
}

export type Side = 'mine' | 'theirs'

/** What somebody else has saved while a form was open, and what the person at the form has chosen so far. */
export interface Meanwhile<V> extends Pick<Merged<V>, 'taken' | 'conflicts'> {
  /** By the first key of the conflict. */
  chosen: Partial<Record<string, Side>>
  /** True once a save was tried before everything was chosen. */
  missing: boolean
}

/** Whether two values of a form (texts, numbers, lists and plain objects of these) are the same. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(at(a, key), at(b, key)))
  )
}

function at(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key]
}

/** Those of the named fields that exist. */
export function pick<V extends object>(values: V, keys: readonly Key<V>[]): Partial<V> {
  const there = keys.filter((key) => Object.hasOwn(values, key))
  return Object.fromEntries(there.map((key) => [key, values[key]])) as Partial<V>
}

/** The values with the named fields as the part has them; a field it lacks is removed. */
export function replaced<V extends object>(values: V, keys: readonly Key<V>[], part: Partial<V>): V {
  const next: Partial<V> = { ...values, ...part }
  for (const key of keys) {
    if (!Object.hasOwn(part, key)) delete next[key]
  }
  return next as V
}

function unitsOf<V extends object>(records: V[], together: Together<V>): (readonly Key<V>[])[] {
  const keys = new Set(records.flatMap((record) => Object.keys(record) as Key<V>[]))
  const units: (readonly Key<V>[])[] = []
  for (const key of keys) {
    const unit = together.find((one) => one.includes(key)) ?? [key]
    if (unit[0] === key || !keys.has(unit[0] as Key<V>)) units.push(unit)
  }
  return units
}

/** The fields that differ, including those only one side has, with the fields that go together with them. */
export function changedKeys<V extends object>(from: V, to: V, together: Together<V> = []): Key<V>[] {
  return unitsOf([from, to], together)
    .filter((keys) => !same(pick(from, keys), pick(to, keys)))
    .flat()
}

/** The fields that differ, as they are in `to`. */
export function changes<V extends object>(from: V, to: V, together: Together<V> = []): Partial<V> {
  return pick(to, changedKeys(from, to, together))
}

/** Merges what two people made of one record; `base` is what both began with. */
export function merge3<V extends object>(base: V, mine: V, theirs: V, together: Together<V> = []): Merged<V> {
  const merged: Merged<V> = { values: mine, taken: [], conflicts: [] }
  for (const keys of unitsOf([base, theirs, mine], together)) {
    const difference = { keys, base: pick(base, keys), mine: pick(mine, keys), theirs: pick(theirs, keys) }
    const theyChanged = !same(difference.base, difference.theirs)
    if (!theyChanged || same(difference.mine, difference.theirs)) continue
    if (same(difference.base, difference.mine)) {
      merged.values = replaced(merged.values, keys, difference.theirs)
      merged.taken.push(difference)
    } else {
      merged.conflicts.push(difference)
    }
  }
  return merged
}
