import type { Farm, Held, User } from '@/api'
import { tabLabel, tabsOf } from '@/features/farms'
import { REPORTS } from '@/features/reports'
import { hasWork } from '@/shared/lib/consoleRights'
import { type FarmSection, UPLOAD_PATH } from '@/shared/lib/farmPaths'
import { lotName } from '@/shared/lib/lots'
import { isRoot, landing, mayAny, mayEnter } from '@/shared/lib/roles'
import { linksOf } from '../sections'

/** Something that can be gone to. */
export interface Place {
  href: string
  label: string
  /** What tells it apart from others of its name. */
  about: string
}

/** Where the farms are that somebody may open; undefined for who has none. */
export function farmsOf(user: User): FarmSection | undefined {
  if (mayEnter('manage', user)) return 'manage'
  return mayEnter('farms', user) ? 'farms' : undefined
}

/** What one may on the farm, wherever one is: `useMay` asks the same on its pages. */
function rightsOn(section: FarmSection, farm: Farm, user: User) {
  const own = section === 'manage'
  const keeps = own ? (farm.may ?? 'manage') === 'manage' : mayAny(user, 'companies')
  const changes = !user.viewing
  return {
    keeps,
    exports: changes && (own || mayAny(user, 'export')),
    people: own ? keeps : mayAny(user, 'admin-users'),
    records: changes && (own || keeps),
    uploads: changes && keeps,
  }
}

function placesOfFarm(section: FarmSection, farm: Farm, user: User): Place[] {
  const page = `/${section}/${farm._id}`
  const place = (href: string, label: string) => ({ href, label, about: farm.name })
  const own = section === 'manage'
  const { keeps, exports, people, records, uploads } = rightsOn(section, farm, user)
  const tabs = tabsOf(section, farm, keeps)
  const reports = REPORTS.filter(({ key }) => tabs.includes('reports') && (exports || key !== 'exports'))
  return [
    ...(records ? [place(`${page}/record`, 'Record')] : []),
    ...tabs.map((tab) => place(`${page}?tab=${tab}`, tabLabel(section, tab))),
    ...reports.map(({ key, label }) => place(`${page}?tab=reports&report=${key}`, label)),
    ...(tabs.includes('reports')
      ? [place(`${page}/bags`, 'Bag by bag'), place(`${page}/growth`, 'Growth'), place(`${page}/sales`, 'Sales')]
      : []),
    ...(tabs.includes('tagging') ? [place(`${page}/invoices`, 'Invoices')] : []),
    ...(own && keeps && farm.taggingActive === false ? [place(`${page}/get-tagging`, 'Get tagging')] : []),
    place(`${page}/tags`, 'Tags'),
    place(`${page}/shipments`, 'Shipments'),
    place(`${page}/recalls`, 'Recalls'),
    ...(own && !user.viewing ? [place(`${page}/notices`, 'Notices')] : []),
    ...(people ? [place(`${page}/people`, 'People')] : []),
    ...(people && !own ? [place(`${page}/history`, 'History')] : []),
    ...(uploads
      ? [place(UPLOAD_PATH[section].replace('$farmId', farm._id), 'Upload Groups'), place(`${page}/keys`, 'Keys')]
      : []),
    ...(tabs.includes('reports') ? farm.leases : []).map(({ leaseId, name }) => ({
      href: `${page}?tab=reports&report=inventory&area=${leaseId}`,
      label: name,
      about: 'Growing area',
    })),
  ]
}

const ACCOUNT_PARTS: Place[] = [
  { href: '/account/settings#password', label: 'Password', about: 'Your account' },
  { href: '/account/settings#second-factor', label: 'Second factor', about: 'Your account' },
  { href: '/account/settings#sessions', label: 'Sessions', about: 'Your account' },
]

/** The pages that belong to no farm. */
export function pagesOf(user: User): Place[] {
  const page = (href: string, label: string, about = '') => ({ href, label, about })
  const home = landing(user) === '/account/settings' ? 'account' : (farmsOf(user) ?? 'account')
  const inside = mayEnter('admin', user)
  const may = (permission: string) => inside && mayAny(user, permission)
  const links = [
    ...linksOf(home === 'farms' ? 'console' : home, user),
    ...(inside && home !== 'farms' ? linksOf('console', user).filter(({ permission }) => permission) : []),
  ]
  return [
    ...links.map(({ to, label }) => page(to ?? '/', label)),
    ...(mayEnter('farms', user) ? [page('/farms/side-by-side', 'Side by side')] : []),
    ...(may('companies') ? [page('/farms/setup', 'Add Farm Details')] : []),
    ...(may('companies') ? [page('/farms/fulfilment', 'Fulfilment', 'Work')] : []),
    ...(may('pricing') || may('companies') ? [page('/admin/prices', 'Prices', 'Work')] : []),
    ...(may('companies')
      ? [page('/admin/payments', 'Failed payments', 'Work'), page('/admin/tagging', 'Farms asking for tagging', 'Work')]
      : []),
    ...(inside && hasWork(user) ? [page('/admin/recalls', 'Recalls', 'Work')] : []),
    ...(isRoot(user) ? [page('/admin/jobs', 'Jobs', 'Work'), page('/admin/system', 'System', 'Work')] : []),
    ...(home === 'account' || user.viewing ? [] : [page('/account/settings', 'Settings', 'Your account')]),
    ...(user.viewing ? [] : ACCOUNT_PARTS),
    page('/login/logout', 'Sign out'),
  ]
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a place has every word of what was typed. */
export function named(typed: string): (place: Place) => boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  return ({ label, about }) => words.every((word) => fold(`${label} ${about}`).includes(word))
}

const LOTS_SHOWN = 10

/** The lots of a farm that have every word of what was typed, each where it is recorded on; a farm may have hundreds, so the first of them. */
export function lotsNamed(user: User, farmId: string, held: readonly Held[], typed: string): Place[] {
  if (user.viewing) return []
  const lots = held.map((one) => ({
    href: `/${farmsOf(user)}/${farmId}/record?area=${one.leaseId}&lot=${one.lotId}`,
    label: lotName(one),
    about: `Lot at ${one.area}`,
  }))
  return lots.filter(named(typed)).slice(0, LOTS_SHOWN)
}

/** What one may open and has every word of what was typed; all of it while nothing is. */
export function placesFor(user: User, farm: Farm | undefined, typed: string): Place[] {
  const section = farmsOf(user)
  const places = [...(farm && section ? placesOfFarm(section, farm, user) : []), ...pagesOf(user)]
  return places.filter(named(typed))
}
