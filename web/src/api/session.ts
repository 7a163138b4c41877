/** The session token, kept for this browser tab only. index.html reads the same key before the app starts up. */
const KEY = 'token'
const ENDED = 'ended'
/** The session of staff while this tab has one that shows a farm as its manager sees it. */
const OWN = 'token-before-view'

export function sessionToken(): string | null {
  return sessionStorage.getItem(KEY)
}

/** The value of the `crumb` cookie, which the server wants back as a header (AUTH-1). */
export function crumb(cookies: string = document.cookie): string | null {
  const found = cookies.split('; ').find((pair) => pair.startsWith('crumb='))
  return found ? decodeURIComponent(found.slice('crumb='.length)) : null
}

/** What a call carries of the session. */
export function sessionHeaders(): Record<string, string> {
  const token = sessionToken()
  const csrf = crumb()
  return { ...(token && { Authorization: `Bearer ${token}` }), ...(csrf && { 'X-CSRF-Token': csrf }) }
}

type Listener = () => void
const watchers = new Set<Listener>()

/** Calls `watcher` whenever this tab gets a session or has none any more. */
export function watchSession(watcher: Listener): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function changed(): void {
  for (const watcher of watchers) watcher()
}

/** True once this page has had a session and has none any more. */
let gone = false

/** What this tab has is as given from now on, and no more. */
function put(token: string | null, own?: string | null): void {
  gone = token === null
  for (const key of [KEY, ENDED, OWN]) sessionStorage.removeItem(key)
  if (token) sessionStorage.setItem(KEY, token)
  if (own) sessionStorage.setItem(OWN, own)
  changed()
}

/** Keeps the session in this tab alone; `keepSession` tells the others. */
export const storeSession = (token: string) => put(token)
export const dropSession = () => put(null)

/** Keeps a session that shows a farm in the place of one's own: in this tab alone, and never handed on. */
export const storeView = (token: string) => put(token, sessionToken())

/** One's own session while the tab has one that shows a farm, and nothing else. */
export const ownSession = () => sessionStorage.getItem(OWN)

/** All that this tab has, and signing out ends. */
export const heldSessions = () => [sessionToken(), ownSession()].filter((token) => token !== null)

/** True from when the server no longer knew the session of this tab until somebody signs in or out. */
export const sessionHasEnded = () => sessionStorage.getItem(ENDED) !== null

let listener: Listener = () => undefined

/** The app registers here what happens when the server asks for a sign-in; there is only one listener. */
export function onAuthRequired(next: Listener): void {
  listener = next
}

/**
 * The server no longer knows a session. If this tab has had another since, it keeps that;
 * after one that showed a farm it has one's own again.
 */
export function loseSession(lost: string | null): void {
  if (sessionToken() !== lost) return
  const own = ownSession()
  put(own)
  if (!own) sessionStorage.setItem(ENDED, 'true')
}

/** A call was refused for want of the session that it had, null for none. A page that was left asks for no sign-in. */
export function authRequired(lost: string | null): void {
  if (lost === null ? gone : sessionToken() !== lost) return
  if (lost) loseSession(lost)
  listener()
}
