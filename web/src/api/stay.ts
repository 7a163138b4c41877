import { sessionHeaders } from './session'

/**
 * What the server is asked about staying signed in on this device. Loaded where somebody does,
 * or is about to (api/stays.ts).
 */
const PATH = '/api/login/stay'

/** The header is what no page of another site can send. Null if there is no answer. */
function ask(method: 'POST' | 'DELETE', path: string, session?: Record<string, string>): Promise<Response | null> {
  return fetch(path, { method, headers: { ...session, 'X-Stay': '1' } }).catch(() => null)
}

/** Whether the server lets who has just signed in stay signed in here. */
export async function begin(): Promise<boolean> {
  const answer = await ask('POST', '/api/users/my/stay', sessionHeaders())
  return answer?.ok ?? false
}

/** The token of a new session, by the cookie; false if it opens none, null if the server cannot say now. */
export async function open(): Promise<string | false | null> {
  const answer = await ask('POST', PATH)
  if (answer?.ok) return ((await answer.json()) as { token: string }).token
  return answer && answer.status < 500 && answer.status !== 429 ? false : null
}

/** Whether the server has heard that nobody stays signed in here any more. */
export async function give(): Promise<boolean> {
  const answer = await ask('DELETE', PATH, sessionHeaders())
  return answer?.ok ?? false
}
