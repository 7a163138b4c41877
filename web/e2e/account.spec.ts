import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhoneToo } from './axe'
import { mailWith } from './mail'
import { codeOf } from './otp'
import { type Account, fillSignIn, openSession, PASSWORD, storedToken, withSession } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// Identities, passwords and sessions are changed: not on the server that the others use.
test.use({ alone: import.meta.url })

const SAVED = 'Success. Changes have been saved.'
const NEW_PASSWORD = 'a longer password of their own'

async function settingsOf(page: Page, serverUrl: string, account: Account): Promise<void> {
  await withSession(page, await openSession(serverUrl, account))
  await page.goto('/account/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
}

const form = (page: Page, name: string) => page.getByRole('region', { name })
const card = (page: Page, name: string) => page.getByRole('region', { name })

test('ACC-2 AUTH-3 the identity is changed; what is wrong stands at its field, and a session that runs out loses nothing', async ({
  page,
  request,
  serverUrl,
  troubles,
}) => {
  troubles.expect(/^40[019] \/api\/users\/my$/)
  await settingsOf(page, serverUrl, 'member')
  const identity = form(page, 'Identity')
  await identity.getByLabel('Username').fill('MANAGER')
  await identity.getByRole('button', { name: 'Save' }).click()
  await expect(identity.getByLabel('Username')).toHaveAccessibleDescription('This username is taken.')
  await expect(identity.getByLabel('Username')).toBeFocused()
  await identity.getByLabel('Username').fill('member')
  await identity.getByLabel('Email').fill('')
  await identity.getByRole('button', { name: 'Save' }).click()
  await expect(identity.getByLabel('Email')).toHaveAccessibleDescription('Please give an email address.')
  await identity.getByLabel('Email').fill('member@merroir.example')
  await identity.getByLabel('Last name').fill('Slack-Water')
  await request.post('/api/logout', { headers: { Authorization: `Bearer ${await storedToken(page)}` } })
  await identity.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/login?returnUrl=/account/settings')
  await expect(page.getByText('Your session has ended. Sign in to go on where you were.')).toBeVisible()
  await fillSignIn(page, 'member')
  await expect(identity.getByText(/^What you typed is back/)).toBeVisible()
  await expect(identity.getByLabel('Last name')).toHaveValue('Slack-Water')
  await expectAccessible(page)
  await identity.getByRole('button', { name: 'Save' }).click()
  await expect(identity.getByText(SAVED)).toBeVisible()
  await page.reload()
  await expect(identity.getByLabel('Last name')).toHaveValue('Slack-Water')
})

test('ACC-2 a session is ended in the list, the others by a new password, and this one stays', async ({
  page,
  request,
  serverUrl,
}) => {
  const my = async (token: string | null) =>
    (await request.get('/api/users/my', { headers: { Authorization: `Bearer ${token}` } })).status()
  const there = await openSession(serverUrl, 'admin')
  await settingsOf(page, serverUrl, 'admin')
  const sessions = card(page, 'Where you are signed in')
  await expect(sessions.getByRole('listitem').filter({ hasText: 'this one' })).toHaveCount(1)
  await sessions.getByRole('button', { name: /^End the session of/ }).click()
  const question = page.getByRole('dialog', { name: 'End this session?' })
  await expectAccessible(page)
  expect(await my(there)).toBe(200)
  await question.getByRole('button', { name: 'End session' }).click()
  await expect(sessions.getByText('Session ended.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect(await my(there)).toBe(401)

  const other = await openSession(serverUrl, 'admin')
  const password = form(page, 'Password')
  await password.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await password.getByLabel('Repeat new password').fill(NEW_PASSWORD)
  await password.getByRole('button', { name: 'Set password' }).click()
  await expect(password.getByText(SAVED)).toBeVisible()
  expect(await my(other)).toBe(401)
  expect(await my(await storedToken(page))).toBe(200)
})

test('ACC-2 AUTH-1 a second factor is set up, asked for, and switched off', async ({ page, serverUrl, troubles }) => {
  troubles.expect(/^400 \/api\/login$/)
  await settingsOf(page, serverUrl, 'root')
  const factor = card(page, 'Second factor')
  await factor.getByRole('button', { name: 'Set up' }).click()
  await expect(factor.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const secret = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await expectAccessible(page)
  await factor.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await factor.getByRole('button', { name: 'Switch on' }).click()
  const codes = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessibleOnPhoneToo(page)
  const downloading = page.waitForEvent('download')
  await factor.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('merroir-recovery-codes.txt')
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factor.getByRole('button', { name: 'Switch off' })).toBeVisible()

  await visit(page, '/login/logout')
  await expect(page.getByRole('heading', { name: 'Logout successful.' })).toBeVisible()
  await visit(page, '/login')
  await fillSignIn(page, 'root')
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/^Please give the code from your authenticator app/)
  await expectAccessible(page)
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(code).toHaveAccessibleDescription(/^That code is not right/)
  // A code serves once, so it is the next one's turn.
  await code.fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/farms')

  await visit(page, '/account/settings')
  await factor.getByRole('button', { name: 'Switch off' }).click()
  const question = page.getByRole('dialog', { name: 'Switch off the second factor?' })
  await question.getByRole('button', { name: 'Switch off' }).click()
  await expect(factor.getByText('Your second factor has been removed.')).toBeVisible()
  await expect(factor.getByRole('button', { name: 'Set up' })).toBeVisible()
})

const EMAIL = 'member@merroir.example'
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

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

test('PUB-2 PUB-3 a forgotten password is reset by the mailed link, once; an address without an account gets the same words and no mail', async ({
  page,
  request,
  serverUrl,
  troubles,
}) => {
  const before = { Authorization: `Bearer ${await openSession(serverUrl, 'member')}` }
  // Jobs begin in their order: with the second mail there, the first will not come.
  const stranger = 'nobody@merroir.example'
  await askForReset(page, stranger)
  await askForReset(page, EMAIL, 'farmer')
  const mail = await mailWith(page, EMAIL, 'Choose a new password')
  expect(await (await page.request.get('/dev/mail')).text()).not.toContain(stranger)
  const link = /href="([^"]+\/login\/reset\/[^"]+)"/.exec(mail)?.[1] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await expect(page.getByLabel('Email')).not.toBeEditable()

  troubles.expect(/^400 \/api\/login(?:\/reset)?$/)
  await page.getByLabel('New password').fill('tide and moon')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription('Long enough. Longer is better.')
  await setPassword(page, 'short')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least \d+ characters/)
  await expect(page.getByLabel('New password')).toBeFocused()

  await setPassword(page, NEW_PASSWORD)
  await expect(page.getByText('Your password has been reset.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to app' })).toHaveAttribute('href', 'merroir-farmer://')
  expect((await request.get('/api/users/my', { headers: before })).status()).toBe(401)

  await page.goto(link)
  await setPassword(page, PASSWORD)
  await expect(page.getByRole('alert')).toContainText('That link is not valid any more.')

  await page.goto('/login')
  await fillSignIn(page, 'member', PASSWORD)
  await expect(page.getByRole('alert')).toContainText('do not match')
  await fillSignIn(page, 'member', NEW_PASSWORD)
  await expect(page).toHaveURL('/account/settings')
})
