import createClient, { type Middleware } from 'openapi-fetch'
import { earlyAnswer } from './early'
import { apiError, networkError } from './errors'
import type { paths } from './schema'
import { authRequired, sessionHeaders } from './session'

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
    if (refused && endsSession(request, schemaPath)) authRequired()
    if (!response.ok || refused) throw await apiError(response)
  },
  onError({ error }) {
    const aborted = error instanceof DOMException && error.name === 'AbortError'
    return aborted ? error : networkError()
  },
}

export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  // Looked up on each call, so that tests can replace it.
  fetch: async (request) => (await earlyAnswer(request)) ?? globalThis.fetch(request),
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
