import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { Farm, FarmPage, Inventory, User } from '@/api'
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
  inventory: route<Inventory>('put', '/v2/getFarmInventory/:id'),
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
