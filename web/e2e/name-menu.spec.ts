import type { Page } from '@playwright/test'
import { NOTEBOOK } from './report'
import type { Account } from './session'
import { expect, test } from './test'
import { visit } from './visit'

/** Opens the menu behind one's name, and says where it leads. */
async function menu(page: Page): Promise<string[]> {
  await page.getByRole('banner').locator('button[aria-haspopup="dialog"]').last().click()
  const links = page.getByRole('dialog', { name: 'Your account' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  return links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
}

const ACCOUNT = [
  '/account/settings',
  '/account/settings#password',
  '/account/settings#second-factor',
  '/account/settings#sessions',
  '/login/logout',
]

/** Where the menu of each header leads. That of a farm is in its sheet on a phone. */
const LEADS: Partial<Record<Account, Record<string, string[]>>> = {
  manager: { '/manage': ACCOUNT, [`/manage/${NOTEBOOK}`]: ACCOUNT, '/account/settings': ['/manage', ...ACCOUNT] },
  admin: { '/farms': ACCOUNT, '/admin': ACCOUNT, '/account/settings': ['/farms', '/admin', ...ACCOUNT] },
  member: { '/account': ACCOUNT },
}

for (const as of Object.keys(LEADS) as Account[]) {
  test.describe(as, () => {
    test.use({ as })
    test(`the name leads ${as} to one’s account, and to where else one may be`, { tag: '@phone' }, async ({
      page,
      isMobile,
    }) => {
      for (const [at, leads] of Object.entries(LEADS[as] ?? {})) {
        if (isMobile && at.includes(NOTEBOOK)) continue
        await visit(page, at)
        expect(await menu(page), at).toEqual(leads)
      }
    })
  })
}

test.describe('on a phone', () => {
  test.use({ as: 'manager' })
  test('what is behind the name is in the sheet of a farm', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto(`/manage/${NOTEBOOK}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const sheet = page.getByRole('dialog')
    for (const name of ['Settings', 'Password', 'Second factor', 'Sessions', 'Sign out'])
      await expect(sheet.getByRole('link', { name, exact: true })).toBeVisible()
    await sheet.getByRole('link', { name: 'Sessions', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeInViewport()
  })
})

test.describe('as an admin', () => {
  test.use({ as: 'admin' })
  test('the home of staff leads to the audit trail', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/admin')
    await page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: 'Audit' }).click()
    await expect(page).toHaveURL('/admin/audit')
  })
})

test.describe('sending once', () => {
  test('Enter twice, and a double click, send one sign-in on a slow line', { tag: '@phone' }, async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    await page.route('**/api/login', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel('Username or email').fill('manager')
    await page.getByLabel('Password', { exact: true }).fill('merroir-demo')
    const button = page.locator('main form').getByRole('button', { name: 'Sign in', exact: true })
    await expect(button).toBeEnabled() // not yet while the app is on its way
    // Both are waiting before the screen can show anything of the first.
    await button.evaluate((one: HTMLButtonElement) => {
      one.click()
      one.click()
    })
    await page
      .getByLabel('Password', { exact: true })
      .press('Enter', { timeout: 500 })
      .catch(() => undefined)
    await expect(page).toHaveURL('/manage')
    expect(sent.filter((path) => path === '/api/login')).toHaveLength(1)
  })
})
