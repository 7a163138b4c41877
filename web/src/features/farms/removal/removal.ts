import type { Contents } from '@/api'
import { counted } from '@/shared/lib/numbers'

/** Clean removes what was recorded; Delete removes the farm too (AFARM-6). */
export type Removal = 'clean' | 'delete'

type Counted = Exclude<keyof Contents, 'photo'>

const RECORDED: [Counted, string, string?][] = [
  ['animals', 'living animal'],
  ['groups', 'animal group'],
  ['lots', 'lot'],
  ['activities', 'activity', 'activities'],
  ['leases', 'growing area'],
  ['fillProfiles', 'fill profile'],
  ['uploads', 'upload'],
  ['exports', 'export'],
  ['schedules', 'schedule of exports', 'schedules of exports'],
  ['dashboards', 'dashboard'],
]

const PUBLIC: [Counted, string][] = [
  ['tags', 'tag'],
  ['recalls', 'recall'],
]

function words(contents: Contents, names: readonly [Counted, string, string?][]): string[] {
  return names.filter(([key]) => contents[key] > 0).map(([key, one, many]) => counted(contents[key], one, many))
}

/** What will be gone. */
export function lostBy(removal: Removal, contents: Contents): string[] {
  if (removal === 'clean') return words(contents, RECORDED)
  const photo = contents.photo && contents.tags === 0
  return [
    ...words(contents, RECORDED),
    ...words(contents, [['users', 'link to a user', 'links to users']]),
    ...(photo ? ['the photo'] : []),
    'the farm itself',
  ]
}

/** What stays. */
export function keptBy(removal: Removal, contents: Contents): string[] {
  const photo = contents.photo && (removal === 'clean' || contents.tags > 0)
  return [
    ...words(contents, PUBLIC),
    ...(removal === 'clean' ? words(contents, [['users', 'linked user']]) : []),
    ...(photo ? ['the photo'] : []),
    ...(removal === 'clean' ? ['the farm itself'] : []),
  ]
}

/** The answer to a removal; for a large farm it says that the work is still going on. */
export interface Removed {
  message: string
  removed: Contents
  underWay: boolean
}

/** What a removal has done, as a sentence. */
export function reportOf(removal: Removal, name: string, { message, removed, underWay }: Removed): string {
  if (underWay) return `${name}: ${message}`
  const gone = removal === 'clean' ? lostBy('clean', removed) : lostBy('delete', removed).slice(0, -1)
  const what = gone.length === 0 ? 'There was nothing to remove.' : `Removed: ${gone.join(', ')}.`
  return `${name} is ${removal === 'clean' ? 'clean' : 'deleted'}. ${what}`
}
