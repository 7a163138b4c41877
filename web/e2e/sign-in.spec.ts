import type { Page } from '@playwright/test'
import { fillSignIn, PASSWORD, storedToken } from './session'
import { expect, test } from './test'

/** Opens the form while the app's script is on its way; what it gives lets that arrive. */
async function withoutScript(page: Page): Promise<() => void> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/index-.*\.js$/, (route) => arrived.then(() => route.continue()))
  await page.goto('/login', { waitUntil: 'commit' })
  return () => arrive()
}

test.describe('the form', () => {
  for (const path of ['/', '/login']) {
    test(`PUB-1 PUB-8 ${path} shows the sign-in form between header and footer`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
      await expect(page).toHaveTitle('Sign in · Merroir')
      await expect(page.getByLabel('Username or email')).toBeEditable()
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()

      const header = page.getByRole('banner')
      await expect(header.getByRole('link', { name: 'Merroir' })).toHaveAttribute('href', '/')
      await expect(header.locator('.wordmark')).toBeVisible()
      await expect(header.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
      await expect(footer).toContainText(`© ${new Date().getFullYear()} Merroir`)

      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await expect(page).toHaveURL('/login/forgot')
    })
  }

  test.describe('in a browser that has nothing yet', () => {
    test.use({ apart: true })

    test('PUB-1 the form is painted before the script arrives', async ({ page, troubles }) => {
      troubles.expect(/^console: Failed to load resource: net::ERR_/)
      await page.route(/\.js$/, (route) => route.abort())
      await page.goto('/')
      await expect(page.locator('.boot-title')).toHaveText('Sign in')
      await expect(page.locator('.boot-title')).toBeVisible()
    })

    test('PUB-1 what is typed before the script arrives is kept', async ({ page }) => {
      const arrive = await withoutScript(page)
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
      const arrive = await withoutScript(page)
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

  test('PUB-9 takes no second press while it asks', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/login', (route) => released.then(() => route.continue()))
    await page.goto('/login')
    await fillSignIn(page, 'manager')
    await expect(page.getByLabel('Username or email')).toBeDisabled()
    await expect(page.getByLabel('Password', { exact: true })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
    release()
    await expect(page).toHaveURL('/manage')
  })
})

test.describe('landing', () => {
  const homes = [
    { account: 'root', home: '/farms', title: 'Farms' },
    { account: 'admin', home: '/farms', title: 'Farms' },
    { account: 'manager', home: '/manage', title: 'Farms' },
    { account: 'member', home: '/account/settings', title: 'Account settings' },
  ] as const

  for (const { account, home, title } of homes) {
    test(`AUTH-1 AUTH-2 ${account} lands on ${home}`, async ({ page }) => {
      await page.goto('/login')
      await fillSignIn(page, account)
      await expect(page).toHaveURL(home)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      expect(await storedToken(page)).toMatch(/^[\w-]{40,}$/)
    })

    test.describe(() => {
      test.use({ as: account })
      test(`AUTH-2 ${account}, signed in already, goes to ${home} at once`, async ({ page }) => {
        for (const path of ['/', '/login']) {
          await page.goto(path)
          await expect(page).toHaveURL(home)
        }
      })
    })
  }

  test('AUTH-2 the email address serves as well, in any case', async ({ page }) => {
    await page.goto('/')
    await fillSignIn(page, ' Manager@Merroir.Example ')
    await expect(page).toHaveURL('/manage')
  })

  test('AUTH-1 later calls carry the token and the crumb', async ({ page, context, serverUrl }) => {
    await context.addCookies([{ name: 'crumb', value: 'crumb-1', url: serverUrl }])
    await page.goto('/login')
    const asked = page.waitForRequest('**/api/farms?**')
    await fillSignIn(page, 'manager')
    const headers = await (await asked).allHeaders()
    expect(headers.authorization).toBe(`Bearer ${await storedToken(page)}`)
    expect(headers['x-csrf-token']).toBe('crumb-1')
  })
})

test.describe('a refusal', { tag: '@phone' }, () => {
  for (const [what, username, password] of [
    ['a wrong password', 'admin', 'not the password'],
    ['an unknown user', 'nobody-here', PASSWORD],
  ] as const) {
    test(`AUTH-1 PUB-9 ${what} is told in words, keeps the text and opens nothing`, async ({ page, troubles }) => {
      troubles.expect(/^400 \/api\/login$/)
      await page.goto('/login?returnUrl=/farms')
      await fillSignIn(page, username, password)
      // How long a locked account waits is told to everybody alike, also of names that nobody has.
      await expect(page.getByRole('alert')).toHaveText(
        'That username and password do not match an active account. After several failed tries sign-in pauses: seconds at first, at most 15 minutes.',
      )
      await expect(page.getByLabel('Username or email')).toHaveValue(username)
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
      expect(await storedToken(page)).toBeNull()
      await page.goto('/farms')
      await expect(page).toHaveURL('/login?returnUrl=/farms')
    })
  }

  test('PUB-9 what is empty is asked for before anything is sent', async ({ page }) => {
    await page.goto('/login')
    const name = page.getByLabel('Username or email')
    const password = page.getByLabel('Password', { exact: true })
    const send = page.getByRole('button', { name: 'Sign in', exact: true })
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await expect(send).toBeEnabled() // not yet while the app is on its way
    await send.click()
    await expect(name).toHaveAccessibleDescription('Please enter your username or email.')
    await expect(password).toHaveAccessibleDescription(/Please enter your password\./)
    await expect(name).toBeFocused()
    await name.fill('manager')
    await send.click()
    await expect(name).toHaveAccessibleDescription('')
    await expect(password).toBeFocused()
    expect(sent).toEqual([])
  })

  test('PUB-9 a server out of reach is told in words, and the next try works', async ({ page, troubles }) => {
    troubles.expect(/^console: Failed to load resource: net::ERR_/)
    await page.route('**/api/login', (route) => route.abort('connectionrefused'), { times: 1 })
    await page.goto('/login')
    await fillSignIn(page, 'manager')
    await expect(page.getByRole('alert')).toContainText('The server could not be reached.')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/manage')
  })
})

test('PUB-1 a demo server offers its accounts', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('complementary', { name: 'Demo accounts' }).getByRole('button', { name: 'member' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/account/settings')
})
