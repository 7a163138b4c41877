import type { BrowserContext, Page } from '@playwright/test'
import { newTab } from './newTab'
import { fillSignIn, openSession, storedToken, withSession } from './session'
import { expect, test } from './test'

// Tests end sessions and passwords, and all tabs of a browser are theirs.
test.use({ alone: import.meta.url })

const STAY = 'Stay signed in on this device'

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, 'manager')
  await expect(page.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
}

/** The list of farms of somebody who signed in before. */
async function signedIn(page: Page, serverUrl: string): Promise<void> {
  await withSession(page, await openSession(serverUrl, 'manager'))
  await page.goto('/manage')
  await expect(page.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
}

/** All that the browser keeps for longer than a tab. */
async function kept(page: Page): Promise<string> {
  const cookies = await page.evaluate(() => document.cookie)
  return JSON.stringify(await page.evaluate(() => ({ ...localStorage }))) + cookies
}

/** As the browser is after it was closed: no tab, and the cookies. */
async function reopened(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  for (const other of context.pages()) if (other !== page) await other.close()
  return page
}

test('TABS-1 a second tab is signed in by the first, and the token stands in nothing that is kept', async ({
  page,
  context,
  troubles,
}) => {
  troubles.expect(/^404 .no-such-page$/)
  await signIn(page)
  const token = await storedToken(page)
  const second = await context.newPage()
  const asked: string[] = []
  second.on('request', (request) => asked.push(request.url()))
  await second.goto('/manage?sort=-name')
  await expect(second.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
  await expect(second).toHaveURL('/manage?sort=-name')
  expect(await storedToken(second)).toBe(token)
  for (const one of [page, second]) expect(await kept(one)).not.toContain(token)
  for (const url of [...asked, page.url(), second.url()]) expect(url).not.toContain(token)
  expect(await context.cookies()).toEqual([])

  const third = await context.newPage()
  await third.goto('/')
  await expect(third).toHaveURL('/manage')

  // A public page does not offer the sign-in either.
  const fourth = await context.newPage()
  await fourth.goto('/no-such-page')
  const header = fourth.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Sign out' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign in' })).toHaveCount(0)

  // Nobody asked to stay signed in.
  const next = await reopened(context)
  await next.goto('/manage')
  await expect(next).toHaveURL('/login?returnUrl=/manage')
  expect(await context.cookies()).toEqual([])
})

test('Ctrl-click on View Details, and a middle click on the row, open a tab that is signed in', async ({
  page,
  browser,
  serverUrl,
}) => {
  await signedIn(page, serverUrl)
  const row = page.getByRole('row').filter({ hasText: 'Salish Sea Test Beds' })
  const opened = async (open: () => Promise<void>) => {
    const tab = await newTab(browser, open)
    const heading = () => tab.ask("document.querySelector('main h1')?.textContent")
    await expect.poll(heading, { timeout: 10_000 }).toContain('Salish Sea Test Beds')
    // It was opened once, and not loaded anew to get there.
    const loads = await tab.ask("performance.getEntriesByType('navigation').map((one) => one.type).join()")
    expect(loads).toBe('navigate')
    expect(await tab.ask('window.opener === null')).toBe(true)
    await expect(page).toHaveURL('/manage')
    await tab.close()
  }
  const link = page.getByRole('link', { name: 'View Details of Salish Sea Test Beds' })
  await opened(() => link.click({ modifiers: ['Control'] }))
  const cell = row.getByRole('cell').nth(1)
  await opened(() => cell.click({ button: 'middle' }))
  await cell.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Farms / Salish Sea Test Beds' })).toBeVisible()
})

test('who signs out in one tab is signed out in all, and who signs in is in those that wait', async ({
  page,
  context,
  serverUrl,
  troubles,
}) => {
  // Of tabs with one session the first has ended it.
  troubles.expect(/^401 .api.logout$/)
  await signedIn(page, serverUrl)
  const second = await context.newPage()
  await second.goto('/manage')
  await expect(second.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
  await second.goto('/login/logout')
  for (const one of [second, page]) {
    await expect(one.getByRole('heading', { name: 'Logout successful.' })).toBeVisible()
    expect(await storedToken(one)).toBeNull()
  }
  await second.getByRole('link', { name: 'Sign in again' }).click()
  await page.goto('/login?returnUrl=%2Faccount%2Fsettings')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fillSignIn(second, 'manager')
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible()
})

async function staySignedIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(STAY).check()
  const told = page.waitForResponse('**/api/users/my/stay')
  await fillSignIn(page, 'manager')
  expect((await told).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
}

test('STAY-1 one stays signed in on this device by a cookie that no script reads, until one signs out', async ({
  page,
  context,
  request,
  troubles,
}) => {
  // What is refused without the token, and after the sign-out.
  troubles.expect(/^401 .api.(farms|login.stay|logout)$/)
  await staySignedIn(page)
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ name: '__Host-stay', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
  expect(await kept(page)).not.toContain(cookie?.value.split('.')[0])
  const first = await storedToken(page)

  const next = await reopened(context)
  await next.goto('/manage')
  await expect(next.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
  expect(await storedToken(next)).not.toBe(first)
  expect(await kept(next)).not.toContain(await storedToken(next))
  // Without the token, the cookie opens nothing.
  expect(await next.evaluate(async () => (await fetch('/api/farms')).status)).toBe(401)

  await next.goto('/account/settings#sessions')
  const sessions = next.locator('#sessions')
  await expect(sessions.getByText('stays signed in, until')).toHaveCount(1)
  const headers = { Authorization: `Bearer ${await storedToken(next)}` }
  const ended = next.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await sessions.getByRole('link', { name: 'Sign out' }).click()
  await expect(next.getByRole('heading', { name: 'Logout successful.' })).toBeVisible()
  await ended
  expect(await context.cookies()).toEqual([])
  expect((await request.get('/api/users/my', { headers })).status()).toBe(401)
  // A thief who has kept a copy has nothing.
  await context.addCookies(cookie ? [cookie] : [])
  const replay = await next.evaluate(async () => {
    const answer = await fetch('/api/login/stay', { method: 'POST', headers: { 'X-Stay': '1' } })
    return answer.status
  })
  expect(replay).toBe(401)
})
