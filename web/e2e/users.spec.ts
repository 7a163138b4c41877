import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { tokenOf } from './session'
import { expectSeen } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

// Users are made here: not on the server whose lists others count.
test.use({ alone: import.meta.url, as: 'root' })

const PASSWORD = 'quiet tide over baynes'
const SAVED = 'Success. Changes have been saved.'
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Makes a user by the form, and stays on their page. */
async function createUser(page: Page, username: string): Promise<void> {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Create new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create new user' })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@farm.example`)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('First name').fill('Ann')
  await dialog.getByLabel('Last name').fill('Tide')
  await dialog.getByRole('button', { name: 'Create new' }).click()
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f]{24}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Users / ${username}`)
}

test('ADM-1 GRP-1 the navigation of the console, and a clock that goes', async ({ page }) => {
  await page.goto('/admin')
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const [name, path] of [
    ['Farms', '/farms'],
    ['Admin Groups', '/admin/admin-groups'],
    ['Users', '/admin/users'],
  ] as const) {
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign out' })).toHaveAttribute(
    'href',
    '/login/logout',
  )
  for (const name of ['Home', 'Sign out']) {
    await expect(page.getByRole('contentinfo').getByRole('link', { name })).toBeVisible()
  }
  const clock = page.getByRole('region', { name: 'Clock' })
  await expect(clock.getByRole('term')).toHaveText(['Hour', 'Minute', 'Second', 'Year', 'Month', 'Day'])
  const second = clock.getByRole('definition').nth(2)
  const before = await second.innerText()
  await expect(second).not.toHaveText(before)
})

test('USR-1 filters live in the URL, and scroll up', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  const names = page.getByRole('rowheader')
  await page.getByLabel('Can play role').selectOption('Account')
  await expect(page).toHaveURL('/admin/users?role=account')
  // The manager of farms, and who has only an account.
  await expect(names).toHaveText(['manager', 'member'])
  await page.getByLabel('Can play role').selectOption('Admin')
  await expect(names.filter({ hasText: 'root' })).toHaveCount(1)
  await expect(names.filter({ hasText: 'manager' })).toHaveCount(0)
  await page.getByLabel('Username').fill('ROO')
  await expect(page).toHaveURL('/admin/users?role=admin&username=ROO')
  await expect(names).toHaveText(['root'])
  await page.getByLabel('Active').selectOption('false')
  await expect(page.getByText('No user matches “ROO”.')).toBeVisible()
  await page.goBack()
  await expect(names).toHaveText(['root'])
  await page.reload()
  await expect(names).toHaveText(['root'])
  await expect(page.getByLabel('Username')).toHaveValue('ROO')
})

test('USR-2 USR-5 a modal closes on Escape, backdrop and close button; what the server refuses stands beside its field', async ({
  page,
  troubles,
}) => {
  troubles.expect(/^400 \/api\/users$/)
  await page.goto('/admin/users')
  const dialog = page.getByRole('dialog', { name: 'Create new user' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await page.getByRole('button', { name: 'Create new' }).click()
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await close()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Create new' }).click()
  await dialog.getByLabel('Username').fill('manager')
  await dialog.getByLabel('Email').fill('new@farm.example')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create new' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This username is taken.')
  await expect(dialog.getByLabel('Username')).toHaveAccessibleDescription('This username is taken.')
  await expect(dialog.getByLabel('Email')).toHaveValue('new@farm.example')
})

test('PEO-5 somebody is invited by mail, once; users are found by name and address, and come as a file', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const email = `${isMobile ? 'phone' : 'desk'}.benjamin.featherstonehaugh@saltwater-newcomer.example`
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite' }).click()
  const form = page.getByRole('form', { name: 'Invite by mail' })
  await expect(form.getByLabel('Email')).toBeFocused()
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(form.getByText('Please give an email address.').first()).toBeVisible()
  await form.getByLabel('Email').fill(email)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await form.getByRole('button', { name: 'Send invitation' }).dblclick()
  await expect(form.getByText(`The invitation is on its way to ${email}.`)).toBeVisible()
  expect(sent).toHaveLength(1)
  await expectSeen(form.getByLabel('Email')) // a long address makes the dialog no wider
  await expectAccessible(page)
  await page.getByRole('button', { name: `Take back the invitation of ${email}` }).click()
  await expect(page.getByText(email, { exact: true })).toHaveCount(0)
  // What had the focus is gone, and the dialog has it.
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)

  const search = page.getByRole('searchbox', { name: 'Username' })
  for (const part of ['MANAG', 'keller', 'manager@merroir']) {
    await search.fill(part)
    await expect(page.getByRole('rowheader')).toHaveText(['manager'])
  }
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
})

test('USR-2 USR-3 USR-4 a user from the first day to the last', { tag: '@phone' }, async ({ page, isMobile }) => {
  const username = isMobile ? 'ann-by-phone' : 'ann'
  await createUser(page, username)

  await card(page, 'Details').getByLabel('Middle name').fill('B')
  await card(page, 'Details').getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Details').getByText(SAVED)).toBeVisible()
  await card(page, 'Details').getByRole('button', { name: 'Dismiss' }).click()
  await expect(card(page, 'Details').getByText(SAVED)).toBeHidden()

  const password = card(page, 'Password')
  await password.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await password.getByLabel('Repeat new password').fill('something else')
  await password.getByRole('button', { name: 'Save' }).click()
  await expect(password.getByText('Passwords do not match.')).toBeVisible()
  await password.getByLabel('Repeat new password').fill(PASSWORD)
  await password.getByRole('button', { name: 'Save' }).click()
  await expect(password.getByText(SAVED)).toBeVisible()

  const reloaded = page.waitForEvent('load')
  await card(page, 'Groups')
    .getByLabel(/^Farm manager/)
    .check()
  await card(page, 'Groups').getByRole('button', { name: 'Save' }).click()
  await reloaded
  await expect(card(page, 'Groups').getByText(SAVED)).toBeVisible()
  await expect(card(page, 'Groups').getByLabel(/^Farm manager/)).toBeChecked()

  const farms = card(page, 'Farms')
  await farms.getByRole('combobox', { name: 'Farm' }).fill('Salish Sea Test Beds')
  await farms.getByRole('button', { name: 'Add farm' }).click()
  await expect(farms.getByText(SAVED)).toBeVisible()
  await expect(farms.getByRole('link', { name: /Salish Sea/ })).toBeVisible()
  await farms.getByRole('combobox', { name: 'Farm' }).fill('Salish Sea Test Beds')
  await expect(farms.getByText('Farm already added.')).toBeVisible()
  await expect(farms.getByRole('link', { name: 'Edit what people may do on each farm' })).toBeVisible()
  await expectAccessible(page)
  await farms.getByRole('button', { name: /^Remove Salish Sea/ }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await question.getByRole('button', { name: 'Remove this farm' }).click()
  await expect(farms.getByRole('link', { name: /Salish Sea/ })).toBeHidden()

  await card(page, 'Delete').getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete this user' }).click()
  await expect(page).toHaveURL('/admin/users')
  await expect(page.getByText(`${username} was deleted.`)).toBeVisible()
})

test("a user's sessions are seen and ended", async ({ page, request, serverUrl }) => {
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'root')}` }
  const data = { username: 'seen', email: 'seen@farm.example', password: PASSWORD }
  const { _id } = await (await request.post('/api/users', { headers, data })).json()
  const { token } = await (await request.post('/api/login', { data: { username: 'seen', password: PASSWORD } })).json()
  const my = () => request.get('/api/users/my', { headers: { Authorization: `Bearer ${token}` } })
  expect((await my()).status()).toBe(200)
  await page.goto(`/admin/users/${_id}`)
  const sessions = card(page, 'Sessions')
  await sessions.getByRole('button', { name: 'End all sessions' }).click()
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'End all sessions' }).click()
  await expect(sessions.getByText('seen is not signed in.')).toBeVisible()
  expect((await my()).status()).toBe(401)
})

test('USR-3 at 25 farms the select is disabled, and a user who is not there is told', async ({ page, troubles }) => {
  troubles.expect(/^404 \/api\/users\//)
  const farms = Array.from({ length: 25 }, (_, n) => ({
    id: `f${n}`,
    name: `Farm ${n}`,
    timeCreated: 1,
    permissions: [],
  }))
  await page.route('**/api/users/5f00000000000000000000aa', async (route) => {
    const json = {
      _id: '5f00000000000000000000aa',
      username: 'many',
      email: 'many@farm.example',
      name: { first: '', middle: '', last: '' },
      isActive: true,
      groups: {},
      roles: { admin: false, account: true },
      secondFactor: false,
      lastSeen: 0,
      farmCount: 25,
      farms,
      version: 1,
      refusals: { account: '', farms: '', secondFactor: '' },
    }
    await route.fulfill({ json })
  })
  await page.route('**/api/users/5f00000000000000000000aa/sessions', (route) => route.fulfill({ json: { data: [] } }))
  await page.goto('/admin/users/5f00000000000000000000aa')
  await expect(page.getByRole('combobox', { name: 'Farm' })).toBeDisabled()
  await expect(page.getByText('You have reached 25 farms the maximum number allowed.')).toBeVisible()
  await visit(page, '/admin/users/5f0000000000000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users / Error')
  await expect(page.getByRole('alert')).toContainText('No such user.')
})

test.describe('an admin', () => {
  test.use({ as: 'admin' })

  test('AUTH-9 does not change root or delete themselves, and is told why', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/admin/users?username=root')
    await page.getByRole('link', { name: 'View Details of root' }).click()
    await expect(page.getByText('Only root may change a root user.')).toBeVisible()
    await expect(card(page, 'Details').getByLabel('Username')).toBeDisabled()
    // A box that cannot be changed looks like one that can, and not like a gap.
    const box = card(page, 'Details').getByRole('checkbox', { name: 'Active' })
    await expect(box).toBeDisabled()
    const lines = (one: Element) => [one, one.parentElement ?? one].map((each) => getComputedStyle(each).borderStyle)
    expect((await box.evaluate(lines)).join()).not.toContain('dashed')
    await expect(card(page, 'Delete').getByRole('button', { name: 'Delete' })).toBeDisabled()
    await visit(page, '/admin/users?username=admin')
    await page.getByRole('link', { name: 'View Details of admin' }).click()
    await expect(page.getByText('You cannot delete yourself. Please let somebody else do that.')).toBeVisible()
    await expect(card(page, 'Details').getByLabel('Active')).toBeDisabled()
  })
})
