import type { Page } from '@playwright/test'
import { asNobody, fillSignIn, PASSWORD, storedToken } from './session'
import { holdBack } from './slow'
import { expect, test } from './test'

/** Opens the form while the app's script is on its way; what it gives lets that arrive. */
async function withoutScript(page: Page, path: string): Promise<() => void> {
  const arrive = await holdBack(page, /\/assets\/index-.*\.js$/)
  await page.goto(path, { waitUntil: 'commit' })
  return arrive
}

test.describe('in a browser that has nothing yet', () => {
  test.use({ apart: true })

  test('PUB-1 the form is painted before the script arrives, and what is typed until then is kept', async ({
    page,
  }) => {
    const arrive = await withoutScript(page, '/')
    await expect(page.locator('.boot-title')).toHaveText('Sign in')
    await expect(page.locator('.boot-title')).toBeVisible()
    await page.getByLabel('Username or email').fill('manager')
    await page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD.slice(0, 4))
    arrive()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await expect(page.getByLabel('Username or email')).toHaveValue('manager')
    await page.keyboard.type(PASSWORD.slice(4))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/manage')
  })

  test('PUB-1 Enter before the script arrives is an answer too', async ({ page }) => {
    const arrive = await withoutScript(page, '/login')
    await page.getByLabel('Username or email').fill('manager')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    arrive()
    await expect(page).toHaveURL('/manage')
    // The next time the form waits, as ever.
    await page.getByRole('banner').getByRole('link', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await expect(page.getByLabel('Username or email')).toHaveValue('')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('AUTH-1 AUTH-2 whoever signs in lands where they are at home, and goes there at once from then on', async ({
  page,
}) => {
  for (const { account, typed, home, title, again } of [
    { account: 'root', typed: 'root', home: '/farms', title: 'Farms', again: '/' },
    { account: 'admin', typed: 'admin', home: '/farms', title: 'Farms', again: '/login' },
    { account: 'manager', typed: ' Manager@Merroir.Example ', home: '/manage', title: 'Farms', again: '/' },
    { account: 'member', typed: 'member', home: '/account/settings', title: 'Account settings', again: '/login' },
  ]) {
    await page.goto('/login')
    await fillSignIn(page, typed)
    await expect(page, account).toHaveURL(home)
    await expect(page.getByRole('heading', { level: 1, name: title }), account).toBeVisible()
    expect(await storedToken(page), account).toMatch(/^[\w-]{40,}$/)
    await page.goto(again)
    await expect(page, `${account}, signed in already`).toHaveURL(home)
    await page.goto('/readyz') // no page of the app, which would ask as nobody
    await asNobody(page)
  }
})

test('AUTH-1 PUB-9 a wrong password and an unknown user are told in the same words, keep the text and open nothing', async ({
  page,
  troubles,
}) => {
  troubles.expect(/^400 \/api\/login$/)
  await page.goto('/login?returnUrl=/farms')
  for (const [username, password] of [
    ['nobody-here', PASSWORD],
    ['admin', 'not the password'],
  ] as const) {
    const answered = page.waitForResponse('**/api/login')
    await fillSignIn(page, username, password)
    await answered
    // How long a locked account waits is told to everybody alike, also of names that nobody has.
    await expect(page.getByRole('alert')).toHaveText(
      'That username and password do not match an active account. After several failed tries sign-in pauses: seconds at first, at most 15 minutes.',
    )
    await expect(page.getByLabel('Username or email')).toHaveValue(username)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    expect(await storedToken(page)).toBeNull()
  }
  await page.goto('/farms')
  await expect(page).toHaveURL('/login?returnUrl=/farms')
})

test('PUB-9 a server out of reach is told in words, and the next try works', { tag: '@phone' }, async ({
  page,
  troubles,
}) => {
  troubles.expect(/^console: Failed to load resource: net::ERR_/)
  await page.route('**/api/login', (route) => route.abort('connectionrefused'), { times: 1 })
  await page.goto('/login')
  await fillSignIn(page, 'manager')
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/manage')
})

test('PUB-1 a demo server offers its accounts', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('complementary', { name: 'Demo accounts' }).getByRole('button', { name: 'member' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/account/settings')
})
