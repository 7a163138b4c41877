import { basename, extname } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * One chunk for a page, not one for a component: a module stands where all the
 * pages that need it begin. What only /admin/users and /admin/users/$userId need
 * is in the chunk `admin.users`, what several areas need in `shell`, and what the
 * sign-in needs as well in `main`, which every page loads.
 */
type Place = readonly string[]

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const MAIN = 'main'
const SHELL = 'shell'
const PUBLIC = '_public'
/** The public pages that one comes to from the sign-in or from a mail, and what signed-in people see of them as well. */
const MORE = 'more'
/** What asks before the rest has loaded, and all that it needs. */
const OPENED = 'opened'

interface Page {
  place: Place
  /** It is no page of its own, but lazy: it comes to one when a person asks for more. */
  later?: boolean
}

const EARLY = /\/src\/opened\.ts$/
const ROUTE = /\/src\/routes\/(.+)\.tsx/
/** Many pages have a form, the list that all begin with has none. */
const FORMS = /\/src\/forms\/(?:useEditForm|EditForm|save)\.|\/react-hook-form\//
/** What some pages have, and a part of another that comes later. */
const INVITE = /\/src\/forms\/InviteForm\./
/** They hand on names as they are. */
const INDEX =
  /\/src\/(?:api|forms|features\/\w+)\/index\.ts$|\/@tanstack\/(?:react-router|react-query|query-core)\/.+\/index\.js$|\/tabler-icons-react\.mjs$/
/** Each is small, and what asks for its chunk would say more: those of several pages are in the shell. */
const ICON = /\/tabler-icons-react\/|\/icons-react\//
/** What is handed on whole, by the name of its file. */
const WHOLE = /\/tabler-icons-react\/|\/icons-react\/|\/openapi\//
/** What begins with the form. */
const SIGN_IN = /^_public(?:\/index|\/login\.index)?$/
const PART = /\/src\/app\/([^/]+)\.tsx/

/** What the pages of a farm have in common, and the list does without. */
const FARM = 'farm'
/** The same pages in the console and on a farm, so that what they need is nobody else's. */
const RECALLS = 'recalls'
/** Pages that have little in common with a farm's own: those beside it, and the queue of orders. */
const APART = /^(?:\$farmId_|fulfilment)$/

/** They ask and draw with what the pages of a farm do: its reports, or its subscription. */
const LIKE_FARM = /^(?:growth|sales|get-tagging)$/
/** What draws with the charts of reports, or asks with their filters, which other pages of a farm do without. */
const CHARTS = 'charts'
const WITH_CHARTS = /^(?:side-by-side|reports|FarmReports|AnimalCharts)$/
/** The form of what is known of a farm, and the first of it. */
const RECORD = 'record'
const WITH_RECORD = /^(?:setup|FarmRecord)$/
const ofFarm = (page: string): Place => [
  SHELL,
  FARM,
  ...(WITH_CHARTS.test(page) ? [CHARTS] : []),
  ...(WITH_RECORD.test(page) ? [RECORD] : []),
  page,
]

/** The pages where people enter what they did, and put it right. */
const ENTRY = /^(?:record|tagging|lots|groups)$/
/** The page of a lot, which is that of a group too. */
const ANIMALS = /^(?:lots|groups)$/
/** What shows tags and what became of them. */
const ABOUT_TAGS = /^(?:tags|shipments|labels|scans)$/
/** What was done, by whom: the trail, and a farm's part of it. */
const AUDIT = 'audit'
const WITH_AUDIT = /^(?:audit|history|FarmHistory)$/

/** The list of invoices, and one at the two addresses that it has. */
const INVOICES = /^(?:invoices|\$invoice)$/

/** The upload of a sheet. */
const UPLOAD = 'upload'

const groupOf = (page: string) =>
  [
    { pages: ENTRY, group: 'entry' },
    { pages: ANIMALS, group: 'animals' },
    { pages: ABOUT_TAGS, group: 'about' },
    { pages: INVOICES, group: 'billing' },
  ].flatMap(({ pages, group }) => (pages.test(page) ? [group] : []))

/** A page and the one below it; what is below that has no chunk of its own. The console's farms are the same screens as a manager's. */
function placeOfRoute(route: string): Place {
  if (route.startsWith(PUBLIC)) return [SHELL, PUBLIC, ...(SIGN_IN.test(route) ? [] : [MORE])]
  const [area = '', ...below] = route.replace(/^manage/, 'farms').split('.')
  const [page, beside] = below.filter((part) => part !== 'index' && part !== '$')
  if (area === 'reports') return ofFarm(area)
  if (below.includes(RECALLS)) return [SHELL, RECALLS]
  if (below.some((part) => WITH_AUDIT.test(part))) return [SHELL, AUDIT]
  // What is around the pages of an area.
  if (below.length === 0) return [SHELL]
  if (!page) return [SHELL, area]
  if (area !== 'farms') return [SHELL, area, page]
  const within = beside ? [...groupOf(beside), beside] : []
  if (beside && LIKE_FARM.test(beside)) return ofFarm(beside)
  if (beside === UPLOAD) return [SHELL, FARM, UPLOAD] // where the console has it, at another address
  return APART.test(page) ? [SHELL, page, ...within] : ofFarm(page)
}

function sharedBeginning([first = [], ...rest]: Place[]): Place {
  const differs = first.findIndex((part, at) => rest.some((place) => place[at] !== part))
  return differs < 0 ? first : first.slice(0, differs)
}

/** Each walk passes the same modules. */
const importers = new Map<string, string[]>()

function importersOf(module: Rolldown.ModuleInfo, graph: Graph): string[] {
  const known = importers.get(module.id) ?? findImporters(module, graph)
  importers.set(module.id, known)
  return known
}

/** What a module takes from others by name, or hands on. A name that only stands in its text, or in a comment, is not among it. */
const takenBy = (code: string) =>
  [...code.matchAll(/\b(?:import|export)\b[^{};'"]*\{([^}]*)\}\s*from\b/g)].map(([, names]) => names).join()

/** Who imports a module. What the index of a floor hands on is needed by those who name it. */
function findImporters({ id, importers, exports }: Rolldown.ModuleInfo, graph: Graph): string[] {
  const codeOf = (each: string) => graph.getModuleInfo(each)?.code ?? ''
  const naming = (index: string) => {
    const own = WHOLE.test(id) ? [basename(id, extname(id))] : exports
    const named = own.filter((name) => new RegExp(`\\b${name}\\b`).test(codeOf(index)))
    const names = new RegExp(`\\b(?:${(named.length > 0 ? named : own).join('|')})\\b`)
    return graph.getModuleInfo(index)?.importers.filter((each) => names.test(takenBy(codeOf(each)))) ?? []
  }
  return importers.flatMap((importer) => (INDEX.test(importer) ? naming(importer) : [importer]))
}

/** The pages that need a module: up the static imports to where a chunk begins. */
function pagesOf(id: string, graph: Graph, seen = new Set<string>()): Page[] {
  const module = graph.getModuleInfo(id)
  if (!module || seen.has(id)) return []
  seen.add(id)
  const above = importersOf(module, graph).flatMap((importer) => pagesOf(importer, graph, seen))
  if (EARLY.test(id)) return [{ place: [OPENED] }]
  if (module.isEntry) return [{ place: [MAIN] }, ...above]
  if (module.dynamicImporters.length === 0) return above
  const own = pageOf(id, module.dynamicImporters, graph)
  return PART.test(id) ? [own] : [own, ...above]
}

function pageOf(id: string, dynamicImporters: string[], graph: Graph): Page {
  const route = ROUTE.exec(id)?.[1]
  if (route) return { place: placeOfRoute(route) }
  const part = PART.exec(id)?.[1]
  if (part) return { place: WITH_AUDIT.test(part) ? [SHELL, AUDIT] : ofFarm(part) }
  const places = dynamicImporters.map((importer) => placeOf(pagesOf(importer, graph)))
  return { place: sharedBeginning(places), later: true }
}

function placeOf(pages: Page[]): Place {
  if (pages.some(({ place: [area] }) => area === OPENED)) return [OPENED]
  const place = sharedBeginning(pages.map((page) => page.place))
  if (place.length > 1) return place
  if (pages.some(({ place: [area, page, more] }) => area === MAIN || (page === PUBLIC && !more))) return [MAIN]
  return pages.some(({ place: [, page] }) => page === PUBLIC) ? [SHELL, MORE] : [SHELL]
}

/** Each group asks for each module; walking up to its pages takes long. */
const known = new Map<string, Page[]>()
const knownPagesOf = (id: string, graph: Graph) => known.get(id) ?? known.set(id, pagesOf(id, graph)).get(id) ?? []

const group = (debugName: string, priority: number, takes: (place: Place) => boolean) => ({
  debugName,
  priority,
  name: (id: string, graph: Graph) => {
    const pages = knownPagesOf(id, graph)
    // What only comes later is left to the bundler.
    if (pages.every(({ later }) => later)) return null
    const several = new Set(pages.map(({ place }) => place.join())).size > 1
    const least = placeOf(pages)
    const shared = ICON.test(id) && several ? least.slice(0, 1) : least
    const beside = FORMS.test(id) ? ['forms'] : INVITE.test(id) ? ['invite'] : []
    const place = shared.at(-1) === SHELL ? [...shared, ...beside] : shared
    return takes(place) ? place.slice(place.length > 1 ? 1 : 0).join('.') : null
  },
})

const DEEPEST = 4

/** A group takes along what its modules need, so those that stand before others are made first. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  group('opened', DEEPEST + 4, ([area]) => area === OPENED),
  group('main', DEEPEST + 3, ([area]) => area === MAIN),
  group('shell', DEEPEST + 2, ([area, page]) => area === SHELL && !page),
  group('forms', DEEPEST + 1, ([, page]) => page === 'forms'),
  ...Array.from({ length: DEEPEST }, (_, below) =>
    group(`${below + 1} below the shell`, DEEPEST - below, (place) => place.length === below + 2),
  ),
]
