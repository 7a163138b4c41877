import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { STONY } from './report'
import { tokenOf } from './session'
import { expectNoSideScroll, expectSeen } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

// Users and groups are made here: not on the server whose lists others count.
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

test('USR-1 filters live in the URL', async ({ page }) => {
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

test('PEO-5 somebody is invited by mail, once; users are found by name and address, and come as a file', async ({
  page,
}) => {
  const email = 'newcomer.benjamin.featherstonehaugh@saltwater-newcomer.example'
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
  await expectAccessible(page)
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSeen(form.getByLabel('Email')) // a long address makes the dialog no wider
  await expectNoSideScroll(page)
  if (desk) await page.setViewportSize(desk)
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

test('USR-2 USR-3 USR-4 a user from the first day to the last', async ({ page }) => {
  const username = 'ann'
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

test.describe('an admin', () => {
  test.use({ as: 'admin' })

  test('AUTH-9 does not change root or delete themselves, and is told why', async ({ page }) => {
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

async function createGroup(page: Page, name: string): Promise<void> {
  await page.goto('/admin/admin-groups')
  await page.getByRole('button', { name: 'Create new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create new admin group' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create new' }).click()
  await expect(page).toHaveURL(/\/admin\/admin-groups\/[0-9a-f]{24}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Admin Groups / ${name}`)
}

test('GRP-2 GRP-3 a group from the first day to the last, with any name as a permission', async ({ page }) => {
  const name = 'Packers'
  await createGroup(page, name)

  await card(page, 'Details').getByLabel('Name').fill(`${name} North`)
  await card(page, 'Details').getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Details').getByText(SAVED)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Admin Groups / ${name} North`)

  const permissions = card(page, 'Permissions')
  await permissions.getByRole('checkbox', { name: 'recall' }).check()
  await permissions.getByLabel('New permission').fill('   ')
  await permissions.getByRole('button', { name: 'Add' }).click()
  await expect(permissions.getByRole('checkbox')).toHaveCount(9)
  for (const added of ['  night-shift ', '__proto__', 'constructor']) {
    await permissions.getByLabel('New permission').fill(added)
    await permissions.getByRole('button', { name: 'Add' }).click()
  }
  await permissions.getByRole('button', { name: 'Save' }).click()
  await expect(permissions.getByText(SAVED)).toBeVisible()
  await page.reload()
  for (const given of ['recall', 'night-shift', '__proto__', 'constructor'])
    await expect(permissions.getByRole('checkbox', { name: given, exact: true })).toBeChecked()
  await expectAccessible(page)
  for (const taken of ['night-shift', '__proto__'])
    await permissions.getByRole('button', { name: `Remove ${taken}` }).click()
  await permissions.getByRole('button', { name: 'Save' }).click()
  await expect(permissions.getByText(SAVED)).toBeVisible()
  await page.reload()
  await expect(permissions.getByRole('checkbox', { name: 'constructor', exact: true })).toBeChecked()
  for (const taken of ['night-shift', '__proto__'])
    await expect(permissions.getByRole('checkbox', { name: taken, exact: true })).toHaveCount(0)

  // Who is in it is named.
  const group = page.url()
  await visit(page, '/admin/users?username=member')
  await page.getByRole('link', { name: 'View Details of member' }).click()
  await card(page, 'Groups').getByLabel(`${name} North`).check()
  const reloaded = page.waitForEvent('load')
  await card(page, 'Groups').getByRole('button', { name: 'Save' }).click()
  await reloaded
  await expect(card(page, 'Groups').getByText(SAVED)).toBeVisible()
  await page.goto(group)
  await expect(card(page, 'Members').getByRole('link', { name: 'member' })).toBeVisible()

  await page.goto('/admin/admin-groups?name=packers')
  await page.getByRole('link', { name: `Edit ${name} North` }).click()
  await card(page, 'Delete').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await question.getByRole('button', { name: 'Delete this group' }).click()
  await expect(page).toHaveURL('/admin/admin-groups')
  await expect(page.getByText(`${name} North was deleted.`)).toBeVisible()
})

test('AUTH-9 what was done is told in words, and can be looked for', async ({ page, request, serverUrl }) => {
  const name = 'Auditors'
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'root')}` }
  const answer = await request.post(`${serverUrl}/api/admin-groups`, { headers, data: { name } })
  expect(answer.ok()).toBe(true)

  await page.goto('/admin/audit')
  const row = page.getByRole('rowheader').filter({ hasText: name })
  await expect(row).toHaveText(`root created the admin group ${name}`)
  await page.getByLabel('People, actions or addresses').fill(name)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Created the admin group')
  await expect(page).toHaveURL(/action=group\.create/)
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await expect(page).toHaveURL(/from=2026-01-01/)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Admin Groups / ${name}`)
})

test('PEO-5 a farm has its own history, on its clock, with what its own people did', async ({
  page,
  request,
  serverUrl,
}) => {
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'manager')}` }
  const answer = await request.put(`${serverUrl}/api/farms/${STONY}`, { headers, data: { location: 'By the pier' } })
  expect(answer.ok()).toBe(true)
  await page.goto(`/farms/${STONY}?tab=info`)
  const latest = page.getByRole('region', { name: 'History', exact: true })
  await expect(latest).toContainText('manager changed the record of Stony Point Shellfish')
  await latest.getByRole('link', { name: 'All history' }).click()
  await expect(page).toHaveURL(`/farms/${STONY}/history`)
  await expect(page.getByText('Newest first, on the farm’s clock.')).toBeVisible()
  const first = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
  await expect(first).toContainText('manager changed the record of')
  await expect(first).toContainText(/P[SD]T/)
  await page.getByRole('link', { name: 'Search it in the audit trail' }).click()
  await expect(page).toHaveURL(`/admin/audit?subject=${STONY}`)
  await expect(page.getByRole('rowheader').first()).toContainText('manager changed the record of')
})
