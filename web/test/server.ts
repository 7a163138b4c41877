import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { DashboardReport, Equipment, Export, Farm, FarmPage, Held, Noted, Report, Square, User } from '@/api'
import { farm, notebook, page, row, user, type Who } from './data'

/** The API at the network's edge. Its answers are typed as the real one's. */
const api = (path: string) => `http://localhost:3000/api${path}`

export function failure(status: number, message: string, fields?: Record<string, string>) {
  const validation = fields && { source: 'payload', keys: Object.keys(fields), fields }
  const headers: HeadersInit = status === 401 ? { 'X-Auth-Required': 'true' } : {}
  return HttpResponse.json({ statusCode: status, error: 'Error', message, validation }, { status, headers })
}

type Reply<T> = T | Response | (() => T | Response | Promise<T | Response>)
type Calls = { url: URL; body: unknown; headers: Headers }[]

async function answer<T extends object>(reply: Reply<T>): Promise<Response> {
  const value = typeof reply === 'function' ? await (reply as () => T | Response | Promise<T | Response>)() : reply
  return value instanceof Response ? value : HttpResponse.json(value)
}

/** A handler that answers with `reply` and records the calls it got. */
function route<T extends object>(method: 'get' | 'post' | 'put', path: string) {
  return (reply: Reply<T>): Calls => {
    const calls: Calls = []
    server.use(
      http[method](api(path), async ({ request }) => {
        const text = await request.clone().text()
        calls.push({ url: new URL(request.url), body: text && JSON.parse(text), headers: request.headers })
        return answer(reply)
      }),
    )
    return calls
  }
}

export const on = {
  login: route<{ token: string; user: User }>('post', '/login'),
  logout: route<{ message: string }>('post', '/logout'),
  forgot: route<{ message: string }>('post', '/login/forgot'),
  reset: route<{ message: string }>('post', '/login/reset'),
  my: route<User>('get', '/users/my'),
  farms: route<FarmPage>('get', '/farms'),
  createFarm: route<Farm>('post', '/farms'),
  farm: route<Farm>('get', '/farms/:id'),
  filters: route<{ filters: Record<string, string[]> }>('get', '/farms/:id/filters'),
  inventory: route<Report>('put', '/v2/getFarmInventory/:id'),
  dashboard: route<Square[]>('put', '/v2/getDashboard/:id'),
  saveDashboard: route<DashboardReport[]>('put', '/v2/updateDashboard/:id'),
  equipment: route<Equipment>('get', '/v2/getEquipmentReport/:id'),
  export: route<{ message: string; _id: string }>('put', '/v2/reportExport/:id'),
  exports: route<{ data: Export[] }>('get', '/v2/exports/:id'),
  places: route<{ data: Held[] }>('get', '/v2/places/:id'),
  journal: route<{ data: Noted[] }>('get', '/v2/activities/:id'),
  record: route<{ recorded: number; skipped: number; activities: { id: string; number: number }[] }>(
    'post',
    '/v2/activities/:id',
  ),
}

/** Signs a person in: the token of this tab, and the answer to "who am I". */
export function signedIn(who: Who): void {
  sessionStorage.setItem('token', `token-of-${who}`)
  on.my(user(who))
}

export const FILTERS = { oysterType: ['Pacific oyster'], meshSize: ['beach', 'raft'], seedSource: [], month: ['3'] }

export const server = setupServer(
  http.get(api('/farms'), () => HttpResponse.json(page([row()]))),
  http.get(api('/farms/:id'), () => HttpResponse.json(farm())),
  http.get(api('/farms/:id/filters'), () => HttpResponse.json({ filters: FILTERS })),
  http.put(api('/v2/getFarmInventory/:id'), () => HttpResponse.json(notebook())),
)
