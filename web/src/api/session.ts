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
const openForms = new Set<Listener>()

/** The app says here what happens when the server asks for a sign-in; there is one such listener. */
export function onAuthRequired(next: Listener): void {
  listener = next
}

/** An open form hears of it first, to keep what was typed. Gives the way to stop listening. */
export function beforeAuthRequired(keep: Listener): () => void {
  openForms.add(keep)
  return () => {
    openForms.delete(keep)
  }
}

export function authRequired(): void {
  for (const keep of openForms) keep()
  dropSession()
  listener()
}
