import createClient, { type Middleware } from 'openapi-fetch'
import { provedNow } from './askProof'
import { earlyAnswer } from './early'
import { apiError, networkError } from './errors'
import type { paths } from './schema'
import { authRequired, ownSession, sessionHeaders, sessionToken } from './session'
import { findSession } from './stays'

/**
 * What a refusal (401, or the header) means depends on the call. A wrong password
 * is an error in the form, and signing out twice is none at all. "Who am I" is
 * the question itself, and the guards and the sign-in page act on its answer.
 * For everything else the session is over.
 */
function endsSession(request: Request, schemaPath: string): boolean {
  if (schemaPath.startsWith('/api/login') || schemaPath === '/api/logout') return false
  return !(schemaPath === '/api/users/my' && request.method === 'GET')
}

const middleware: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(sessionHeaders())) {
      if (!request.headers.has(name)) request.headers.set(name, value)
    }
    return request
  },
  async onResponse({ request, response, schemaPath }) {
    const refused = response.status === 401 || response.headers.has('X-Auth-Required')
    if (refused && endsSession(request, schemaPath))
      authRequired(request.headers.get('Authorization')?.replace('Bearer ', '') ?? null)
    if (!response.ok || refused) throw await apiError(response)
  },
  onError({ error }) {
    const aborted = error instanceof DOMException && error.name === 'AbortError'
    return aborted ? error : networkError()
  },
}

/** A call that needs the password of a moment ago is made again once the person has given it. */
async function sendProved(request: Request): Promise<Response> {
  const body = await bytesOf(request)
  const answer = await send(withBody(request, body))
  if (!(await provedNow(answer))) return answer
  const again = withBody(request, body)
  const token = sessionToken()
  if (token) again.headers.set('Authorization', `Bearer ${token}`)
  return send(again)
}

/** Where the person stays signed in, or is in another tab, a session that has ended is replaced, and the call made again. */
async function send(request: Request): Promise<Response> {
  const token = sessionToken()
  const own = request.headers.get('Authorization') === `Bearer ${token}` && !request.url.endsWith('/api/logout')
  // What a person may while they see a farm as its manager does is never done with their own session.
  if (!own || ownSession()) return sendOnce(request)
  const body = await bytesOf(request)
  const answer = await sendOnce(withBody(request, body))
  if (answer.status !== 401) return answer
  if (sessionToken() === token && (await findSession()) !== 'found') return answer
  const now = sessionToken()
  if (!now) return answer
  const again = withBody(request, body)
  again.headers.set('Authorization', `Bearer ${now}`)
  return globalThis.fetch(again)
}

// Looked up on each call, so that tests can replace it.
const sendOnce = async (request: Request) => (await earlyAnswer(request)) ?? globalThis.fetch(request)

/** The body, which can be read once; none of a request that only asks. */
const bytesOf = (request: Request) => (request.method === 'GET' ? null : request.arrayBuffer())

/** The request as it was before its body was read. A clone's body is a stream, which the browser's own tools cannot show. */
const withBody = (request: Request, body: ArrayBuffer | null) =>
  new Request(request, body?.byteLength ? { body } : undefined)

export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  fetch: sendProved,
})
api.use(middleware)

/** The data of an answer; for any other outcome the middleware has thrown. */
export async function dataOf<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call
  return data as T
}

/** A file; the API document only describes contents that are JSON. */
export async function fileOf(call: Promise<{ data?: unknown }>): Promise<Blob> {
  return (await dataOf(call)) as Blob
}
