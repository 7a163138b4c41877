/** The session token, kept for this browser tab only. index.html reads the same key before the app starts up. */
const KEY = 'token'
const ENDED = 'ended'

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

export function keepSession(token: string): void {
  sessionStorage.setItem(KEY, token)
  sessionStorage.removeItem(ENDED)
}

export function dropSession(): void {
  sessionStorage.removeItem(KEY)
  sessionStorage.removeItem(ENDED)
}

/** True from when the server no longer knew the session of this tab until somebody signs in or out. */
export const sessionHasEnded = () => sessionStorage.getItem(ENDED) !== null

type Listener = () => void
let listener: Listener = () => undefined

/** The app registers here what happens when the server asks for a sign-in; there is only one listener. */
export function onAuthRequired(next: Listener): void {
  listener = next
}

/** The server no longer knows the session of this tab. */
export function loseSession(): void {
  dropSession()
  sessionStorage.setItem(ENDED, 'true')
}

export function authRequired(): void {
  if (sessionToken()) loseSession()
  listener()
}
