import { askEarly } from '@/api/early'
import { sessionToken } from '@/api/session'
import { findSession } from '@/api/stays'
import { questionsOf } from '@/features/reports/questions'
import { dayIn } from '@/shared/lib/days'
import { type Member, mayEnter, type Section } from '@/shared/lib/roles'
import { parseSearch } from '@/shared/lib/search'
import { farmSearch } from './routes/-search/farm'
import { farmsSearch } from './routes/-search/farms'
import { reportsSearch } from './routes/-search/reports'

/**
 * Asks for what the page at this address begins with. A few kilobytes of their own,
 * which run before the rest of the code has loaded: it finds the answers, or waits for
 * them, when it asks the same (api/early.ts). What is not asked for here, the page asks for.
 */
async function ask({ pathname, search }: Location): Promise<void> {
  if (!sessionToken() && (await findSession()) !== 'found') return
  const me = await askEarly('/api/users/my')
  if (!me?.ok) return
  const user: Member = await me.clone().json()
  const [page, area, farmId] = /^\/(manage|farms|reports)(?:\/([0-9a-f]{24}))?\/?$/.exec(pathname) ?? []
  // What a person may not see would be refused, and the app sends them elsewhere.
  if (!page || !mayEnter(area as Section, user)) return
  const said = parseSearch(search) as never
  if (farmId) {
    askEarly(`/api/farms/${farmId}`)
    askTab(farmId, area === 'reports' ? { ...reportsSearch(said), tab: 'reports' } : farmSearch(said))
  } else if (area !== 'reports') {
    askEarly(`/api/farms?${queryOf(farmsSearch(said))}`)
    if (area === 'manage') askEarly('/api/farms/today')
  }
}

/** As the client writes it. */
function queryOf(params: object): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

function askTab(farmId: string, { tab, ...search }: ReturnType<typeof farmSearch>): void {
  const squares = () => askEarly(`/api/v2/getDashboard/${farmId}`, { activeLease: 'All' })
  if (tab === 'today') {
    askEarly(`/api/farms/${farmId}/today`)
    squares()
  }
  // Which growing areas there are only the farm says.
  if (tab !== 'reports' || search.area || search.leftArea || search.rightArea) return
  if (search.report === 'snapshot') squares()
  if (search.report === 'equipment') askEarly(`/api/v2/getEquipmentReport/${farmId}?activeLease=All`)
  for (const question of questionsOf(search, dayIn())) askEarly(`/api/v2/getFarmInventory/${farmId}`, question)
}

// A failure is told to the app, which asks the same. The pages below the sign-in end sessions, so they ask for themselves.
if (!/^.(login|sso)\//.test(location.pathname) && !history.state?.loggedOut) ask(location).catch(() => undefined)
