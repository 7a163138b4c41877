import type { BrowserContext, Page } from '@playwright/test'
import { newTab } from './newTab'
import { fillSignIn, openSession, storedToken, withSession } from './session'
import { expect, test } from './test'

// Tests end sessions and passwords, and all tabs of a browser are theirs.
test.use({ alone: import.meta.url })

const PHONE = { tag: '@phone' }
const STAY = 'Stay signed in on this device'

async function signIn(page: Page, username = 'manager'): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, username)
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

test(
  'TABS-1 a second tab is signed in by the first, and the token stands in nothing that is kept',
  PHONE,
  async ({ page, context }) => {
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
  },
)

test('Ctrl-click on View Details, and Ctrl- and middle click on the row, open a tab that is signed in', async ({
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
  await opened(() => link.click({ button: 'middle' }))
  const cell = row.getByRole('cell').nth(1)
  await opened(() => cell.click({ modifiers: ['Control'] }))
  await opened(() => cell.click({ button: 'middle' }))
  await cell.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Farms / Salish Sea Test Beds' })).toBeVisible()
})

test(
  'who signs out in one tab is signed out in all, and who signs in is in those that wait',
  PHONE,
  async ({ page, context, serverUrl, troubles }) => {
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
  },
)

test(
  'a public page does not offer the sign-in to somebody who is signed in elsewhere',
  PHONE,
  async ({ page, context, serverUrl, troubles }) => {
    troubles.expect(/^404 .no-such-page$/)
    await signedIn(page, serverUrl)
    const second = await context.newPage()
    await second.goto('/no-such-page')
    const header = second.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Sign out' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  },
)

/** As the browser is after it was closed: no tab, and the cookies. */
async function reopened(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  for (const other of context.pages()) if (other !== page) await other.close()
  return page
}

async function staySignedIn(page: Page, username = 'manager'): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(STAY).check()
  const told = page.waitForResponse('**/api/users/my/stay')
  await fillSignIn(page, username)
  expect((await told).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
}

test('who does not ask for it does not stay signed in', PHONE, async ({ page, context }) => {
  await signIn(page)
  const next = await reopened(context)
  await next.goto('/manage')
  await expect(next).toHaveURL('/login?returnUrl=/manage')
  expect(await context.cookies()).toEqual([])
})

test(
  'STAY-1 one stays signed in on this device by a cookie that no script reads, until one signs out',
  PHONE,
  async ({ page, context, request, troubles }) => {
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
  },
)

test(
  'a session that ends in the middle of the work is replaced where one stays signed in',
  PHONE,
  async ({ page, request, troubles }) => {
    troubles.expect(/^401 /)
    await staySignedIn(page)
    const dead = await storedToken(page)
    // As it is after a night: the session has ended, the stay has not.
    await page.evaluate(() => sessionStorage.setItem('token', 'ended'))
    await page.getByRole('link', { name: 'View Details of Salish Sea Test Beds' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Farms / Salish Sea Test Beds' })).toBeVisible()
    expect([dead, 'ended']).not.toContain(await storedToken(page))
    const headers = { Authorization: `Bearer ${await storedToken(page)}` }
    expect((await request.get('/api/users/my', { headers })).status()).toBe(200)
  },
)

test(
  'where one stays signed in is ended from elsewhere, and asks for the password again',
  PHONE,
  async ({ page, context, browser, serverUrl, troubles }) => {
    troubles.expect(/^401 .api.login.stay$/)
    await staySignedIn(page)
    const elsewhere = await browser.newContext({ baseURL: serverUrl })
    const desk = await elsewhere.newPage()
    await withSession(desk, await openSession(serverUrl, 'manager'))
    await desk.goto('/account/settings')
    await expect(desk.locator('#sessions li').filter({ hasText: 'stays signed in' }).first()).toBeVisible()
    await desk.getByRole('button', { name: 'End all others' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
    await expect(desk.getByText(/^Sessions ended: /)).toBeVisible()
    await elsewhere.close()

    const next = await reopened(context)
    await next.goto('/manage')
    await expect(next).toHaveURL('/login?returnUrl=/manage')
    await expect.poll(() => context.cookies()).toEqual([])
  },
)

test('staff give the password each time, whatever they tick', PHONE, async ({ page, context, troubles }) => {
  troubles.expect(/^403 .api.users.my.stay$/)
  await page.goto('/login')
  await page.getByLabel(STAY).check()
  await fillSignIn(page, 'admin')
  await expect(page.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
  expect(await context.cookies()).toEqual([])
  const refused = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${sessionStorage.getItem('token')}`, 'X-Stay': '1' }
    return (await fetch('/api/users/my/stay', { method: 'POST', headers })).status
  })
  expect(refused).toBe(403)
})

test(
  'signing out while the server cannot be reached gives up the cookie as soon as it can',
  PHONE,
  async ({ page, context, troubles }) => {
    troubles.expect(/^console: Failed to load resource: net::ERR_/)
    await staySignedIn(page)
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/login/logout')
    await expect(page.getByRole('heading', { name: 'Logout successful.' })).toBeVisible()
    const next = await reopened(context)
    await next.goto('/manage')
    await expect(next).toHaveURL('/login?returnUrl=/manage')
    await expect.poll(() => context.cookies()).toEqual([])
  },
)
