import type { Page } from '@playwright/test'

export type Account = 'root' | 'admin' | 'manager' | 'member'

export const PASSWORD = 'merroir-demo'

/** Fills the sign-in form that is shown, and sends it. */
export async function fillSignIn(page: Page, username: string, password: string = PASSWORD): Promise<void> {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const tokens = new Map<string, Promise<string>>()

/** A session of the account, opened once per worker. */
export function tokenOf(server: string, account: Account): Promise<string> {
  const key = `${server} ${account}`
  const token = tokens.get(key) ?? openSession(server, account)
  tokens.set(key, token)
  return token
}

/** Another server may come to have its address. */
export function forgetTokens(server: string): void {
  for (const key of tokens.keys()) if (key.startsWith(`${server} `)) tokens.delete(key)
}

/** A session that no other test has. */
export async function openSession(server: string, account: Account): Promise<string> {
  const answer = await fetch(`${server}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: account, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`signing in as ${account} was answered with ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return token
}

/** Puts the session where the app keeps it, as if the person had signed in in this tab. */
export async function withSession(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    if (location.protocol !== 'http:' || sessionStorage.getItem('e2e')) return
    sessionStorage.setItem('e2e', 'given')
    sessionStorage.setItem('token', value)
  }, token)
}

/** From its next load on the page is that of somebody who is not signed in. */
export function asNobody(page: Page): Promise<void> {
  return page.evaluate(() => sessionStorage.removeItem('token'))
}

/** From its next load on the page has the session again that it was given. */
export function asBefore(page: Page): Promise<void> {
  return page.evaluate(() => sessionStorage.removeItem('e2e'))
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('token'))
}
