/** The session token, kept for this browser tab only. index.html reads the same key before the app starts. */
const KEY = 'token'

export function sessionToken(): string | null {
  return sessionStorage.getItem(KEY)
}

export function keepSession(token: string): void {
  sessionStorage.setItem(KEY, token)
}

export function dropSession(): void {
  sessionStorage.removeItem(KEY)
}

type Listener = () => void
let listener: Listener = () => undefined

/** The app says here what happens when the server asks for a sign-in; there is one such listener. */
export function onAuthRequired(next: Listener): void {
  listener = next
}

export function authRequired(): void {
  dropSession()
  listener()
}
