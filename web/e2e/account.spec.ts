import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhoneToo } from './axe'
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

test('PUB-7 ACC-1 ACC-3 the clock goes, the ways on are Settings and Sign out, and another path is Not Found', async ({
  page,
  serverUrl,
  troubles,
}) => {
  troubles.expect(/^404 \/account\/clock$/)
  await withSession(page, await openSession(serverUrl, 'member'))
  await page.goto('/account/clock')
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  await visit(page, '/account')
  await expect(page).toHaveTitle('Account · Merroir')
  const clock = card(page, 'Clock')
  for (const label of ['Hour', 'Minute', 'Second', 'Year', 'Month', 'Day']) {
    await expect(clock.getByText(label, { exact: true })).toBeVisible()
  }
  const before = await clock.textContent()
  await expect(clock).not.toHaveText(before ?? '')
  await expect(page.locator('main svg[aria-hidden=true]')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/account/settings')
  await page.getByRole('banner').getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Logout successful.' })).toBeVisible()
})

test('ACC-2 the identity is changed, and what is wrong stands at its field', async ({ page, serverUrl, troubles }) => {
  await settingsOf(page, serverUrl, 'member')
  const identity = form(page, 'Identity')
  troubles.expect(/^400 \/api\/users\/my$/, /^409 \/api\/users\/my$/)
  await identity.getByLabel('Username').fill('MANAGER')
  await identity.getByRole('button', { name: 'Save' }).click()
  await expect(identity.getByLabel('Username')).toHaveAccessibleDescription('This username is taken.')
  await expect(identity.getByLabel('Username')).toBeFocused()
  await identity.getByLabel('Username').fill('member')
  await identity.getByLabel('Email').fill('')
  await identity.getByRole('button', { name: 'Save' }).click()
  await expect(identity.getByLabel('Email')).toHaveAccessibleDescription('Please give an email address.')
  await identity.getByLabel('Email').fill('member@merroir.example')
  await identity.getByLabel('Middle name').fill('Brook')
  await identity.getByRole('button', { name: 'Save' }).click()
  await expect(identity.getByText(SAVED)).toBeVisible()
  await page.reload()
  await expect(identity.getByLabel('Middle name')).toHaveValue('Brook')
})

test('ACC-2 the password is changed; other sessions end, this one stays', async ({
  page,
  request,
  serverUrl,
  troubles,
}) => {
  const login = async (password: string) => {
    const answer = await request.post('/api/login', { data: { username: 'admin', password } })
    return { status: answer.status(), token: answer.ok() ? ((await answer.json()).token as string) : '' }
  }
  const other = await login(PASSWORD)
  await settingsOf(page, serverUrl, 'admin')
  troubles.expect(/^400 \/api\/users\/my\/password$/)
  const password = form(page, 'Password')
  const set = async (first: string, second: string) => {
    await password.getByLabel('New password', { exact: true }).fill(first)
    await password.getByLabel('Repeat new password').fill(second)
    await password.getByRole('button', { name: 'Set password' }).click()
  }
  await set(NEW_PASSWORD, `${NEW_PASSWORD}!`)
  await expect(password.getByLabel('Repeat new password')).toHaveAccessibleDescription('Passwords do not match.')
  await set('short', 'short')
  await expect(password.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    'A password has at least 12 characters.',
  )
  await set('aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa')
  await expect(password.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/repeats itself/)
  await expectAccessible(page)
  await set(NEW_PASSWORD, NEW_PASSWORD)
  await expect(password.getByText(SAVED)).toBeVisible()
  const my = (token: string | null) => request.get('/api/users/my', { headers: { Authorization: `Bearer ${token}` } })
  expect((await my(other.token)).status()).toBe(401)
  expect((await my(await storedToken(page))).status()).toBe(200)
  expect((await login(PASSWORD)).status).toBe(400)
  await set(PASSWORD, PASSWORD)
  await expect(password.getByText(SAVED)).toBeVisible()
  expect((await login(PASSWORD)).status).toBe(200)
})

test('ACC-2 the own sessions are listed and ended', { tag: '@phone' }, async ({ page, serverUrl }) => {
  const goes = async (token: string) =>
    (await page.request.get('/api/users/my', { headers: { Authorization: `Bearer ${token}` } })).ok()
  const there = await openSession(serverUrl, 'manager')
  await settingsOf(page, serverUrl, 'manager')
  const sessions = card(page, 'Where you are signed in')
  await expect(sessions.getByRole('listitem').filter({ hasText: 'this one' })).toHaveCount(1)
  await sessions.getByRole('button', { name: 'End all others' }).click()
  const question = page.getByRole('dialog', { name: 'End all other sessions?' })
  await expectAccessible(page)
  expect(await goes(there)).toBe(true)
  await question.getByRole('button', { name: 'End all others' }).click()
  await expect(sessions.getByRole('status').first()).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect(await goes(there)).toBe(false)

  const another = await openSession(serverUrl, 'manager')
  await page.reload()
  await sessions.getByRole('button', { name: /^End the session of/ }).click()
  await page.getByRole('dialog', { name: 'End this session?' }).getByRole('button', { name: 'End session' }).click()
  await expect(sessions.getByText('Session ended.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect(await goes(another)).toBe(false)
})

test('ACC-2 AUTH-1 a second factor is set up, asked for, and switched off', async ({ page, serverUrl, troubles }) => {
  troubles.expect(/^400 \/api\/(?:login|users\/my\/second-factor(?:\/confirm)?)$/)
  await settingsOf(page, serverUrl, 'root')
  const factor = card(page, 'Second factor')
  await factor.getByRole('button', { name: 'Set up' }).click()
  await expect(factor.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const secret = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await expectAccessible(page)
  await factor.getByRole('textbox', { name: 'Code' }).fill('nothing')
  await factor.getByRole('button', { name: 'Switch on' }).click()
  await expect(factor.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/^That code is not right/)
  await factor.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await factor.getByRole('button', { name: 'Switch on' }).click()
  const codes = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
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

  await visit(page, '/login/logout')
  await expect(page.getByRole('heading', { name: 'Logout successful.' })).toBeVisible()
  await visit(page, '/login')
  await fillSignIn(page, 'root')
  await code.fill(recovery)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/farms')

  await visit(page, '/account/settings')
  await factor.getByRole('button', { name: 'Switch off' }).click()
  const question = page.getByRole('dialog', { name: 'Switch off the second factor?' })
  await question.getByRole('button', { name: 'Switch off' }).click()
  await expect(factor.getByText('Your second factor has been removed.')).toBeVisible()
  await expect(factor.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('AUTH-3 a session that runs out in the middle of a form loses nothing of it', { tag: '@phone' }, async ({
  page,
  request,
  serverUrl,
  troubles,
}) => {
  troubles.expect(/^401 \/api\/users\/my$/)
  await settingsOf(page, serverUrl, 'member')
  const identity = form(page, 'Identity')
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
})
