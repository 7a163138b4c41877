import type { Page } from '@playwright/test'
import { fillSignIn, PASSWORD, storedToken } from './session'
import { expect, test } from './test'

// Passwords are changed and mails sent: not on the server that the others use.
test.use({ alone: import.meta.url })

const EMAIL = 'member@merroir.example'
const NEW_PASSWORD = 'a longer password of their own'
const SENT = 'If an account matched that address, an email will be sent with instructions.'

async function askForReset(page: Page, email: string, app = ''): Promise<void> {
  await page.goto(`/login/forgot${app && `?app=${app}`}`)
  await page.getByLabel("What's your email?").fill(email)
  await page.getByRole('button', { name: 'Send reset' }).click()
  await expect(page.getByText(SENT)).toBeVisible()
  // To everybody alike, also where nothing was mailed any more.
  await expect(page.getByText('an address gets no more than three an hour')).toBeVisible()
  await expect(page.getByLabel("What's your email?")).toHaveCount(0)
}

/** The link in the newest mail with one, once there are as many of them. */
async function mailedLink(page: Page, mails: number): Promise<string> {
  const links = page.getByRole('listitem').filter({ hasText: EMAIL }).filter({ hasText: 'Choose a new password' })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(links).toHaveCount(mails, { timeout: 100 })
  }).toPass()
  await links.first().getByRole('link').click()
  const link = page.getByRole('link', { name: 'Open the link' })
  return (await link.getAttribute('href')) ?? ''
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

test('PUB-2 PUB-3 a forgotten password is reset by the mailed link, and back', async ({ page, request, troubles }) => {
  await page.goto('/login')
  await fillSignIn(page, 'member')
  await expect(page).toHaveURL('/account/settings')
  const before = { Authorization: `Bearer ${await storedToken(page)}` }

  await askForReset(page, EMAIL, 'farmer')
  const link = await mailedLink(page, 1)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await expect(page.getByLabel('Email')).not.toBeEditable()

  troubles.expect(/^400 \/api\/login(?:\/reset)?$/, /^401 \/api\/users\/my$/)
  await page.getByLabel('New password').fill('tide and moon')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription('Long enough. Longer is better.')
  await setPassword(page, 'short')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least \d+ characters/)
  await expect(page.getByLabel('New password')).toBeFocused()

  await setPassword(page, NEW_PASSWORD)
  await expect(page.getByText('Your password has been reset.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to app' })).toHaveAttribute('href', 'merroir-farmer://')
  expect((await request.get('/api/users/my', { headers: before })).status()).toBe(401)

  await page.goto('/login')
  await fillSignIn(page, 'member', PASSWORD)
  await expect(page.getByRole('alert')).toContainText('do not match')
  await fillSignIn(page, 'member', NEW_PASSWORD)
  await expect(page).toHaveURL('/account/settings')

  await page.goto(link)
  await setPassword(page, PASSWORD)
  await expect(page.getByRole('alert')).toContainText('That link is not valid any more.')

  await askForReset(page, EMAIL)
  await page.goto(await mailedLink(page, 2))
  await setPassword(page, PASSWORD)
  await expect(page.getByText('Your password has been reset.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to app' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, 'member')
  await expect(page).toHaveURL('/account/settings')
})

test('PUB-9 a link that is none leads to a new one, and an address that is none is told at once', {
  tag: '@phone',
}, async ({ page, troubles }) => {
  troubles.expect(/^400 .api.login.reset$/)
  await page.goto('/login/reset/nobody@merroir.example/none')
  await setPassword(page, NEW_PASSWORD)
  await expect(page.getByRole('alert')).toContainText('That link is not valid any more.')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  const email = page.getByLabel("What's your email?")
  await expect(email).toHaveValue('nobody@merroir.example')
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  for (const none of ['', 'nobody']) {
    await email.fill(none)
    await page.getByRole('button', { name: 'Send reset' }).click()
    await expect(email).toHaveAccessibleDescription(/email/)
    await expect(email).toBeFocused()
  }
  expect(asked).toEqual([])
})

test('PUB-2 an address without an account gets the same words and no mail', { tag: '@phone' }, async ({ page }) => {
  const stranger = 'nobody@merroir.example'
  await askForReset(page, stranger)
  await askForReset(page, 'admin@merroir.example')
  // Jobs begin in their order: with the second mail there, the first will not come.
  const links = page.getByRole('listitem').filter({ hasText: 'Choose a new password' })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(links.filter({ hasText: 'admin@merroir.example' })).toHaveCount(1, { timeout: 100 })
  }).toPass()
  await expect(page.getByText(stranger)).toHaveCount(0)
})

test('PUB-2 what the page was asked with goes with the request', async ({ page }) => {
  await page.goto('/login/forgot?app=distributor')
  const asked = page.waitForRequest('**/api/login/forgot')
  await page.getByLabel("What's your email?").fill(' nobody@merroir.example ')
  await page.getByRole('button', { name: 'Send reset' }).click()
  expect((await asked).postDataJSON()).toEqual({ email: 'nobody@merroir.example', app: 'distributor' })
})
