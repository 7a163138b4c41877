import { sessionHeaders, sessionToken } from './session'

/**
 * What src/opened.ts asks before the app's code has loaded. Each answer goes to the first
 * call that asks the same in the same session, and is out of date a moment after the app began.
 */
const answers = new Map<string, Promise<Response>>()
const KEPT_MS = 15_000
let begun = false

/** The order of the parameters is that in which an address has them, and means nothing. */
function nameOf(method: string, path: string, body: string): string {
  const [name, query] = path.split('?')
  return [method, name, query?.split('&').sort().join('&'), sessionToken(), body].join(' ')
}

/** Asks with GET, or with PUT if there is a body. Once the app has begun it asks for itself. */
export function askEarly(path: string, body?: object): Promise<Response> | undefined {
  if (begun) return undefined
  const method = body ? 'PUT' : 'GET'
  const text = body && JSON.stringify(body)
  const headers = { ...sessionHeaders(), ...(body && { 'Content-Type': 'application/json' }) }
  const answer = fetch(path, { method, headers, body: text })
  // Whoever takes it is told of a failure.
  answer.catch(() => undefined)
  answers.set(nameOf(method, path, text ?? ''), answer)
  return answer
}

export function endEarly(): void {
  begun = true
  setTimeout(() => answers.clear(), KEPT_MS)
}

/** After a call that may change something, no answer from before it is used. */
export async function earlyAnswer(request: Request): Promise<Response | undefined> {
  if (answers.size === 0) return undefined
  const asks = ['GET', 'PUT'].includes(request.method)
  const { pathname, search } = new URL(request.url)
  const name = asks ? nameOf(request.method, pathname + search, await request.clone().text()) : ''
  const answer = answers.get(name)
  answers.delete(name)
  if (!answer && request.method !== 'GET') answers.clear()
  return answer
}
