import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { tokenOf } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// Groups are made here: not on the server whose lists others count.
test.use({ alone: import.meta.url, as: 'root' })

const SAVED = 'Success. Changes have been saved.'
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

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

test('GRP-2 GRP-3 a group from the first day to the last', async ({ page }) => {
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
  await permissions.getByLabel('New permission').fill('  night-shift ')
  await permissions.getByRole('button', { name: 'Add' }).click()
  await permissions.getByRole('button', { name: 'Save' }).click()
  await expect(permissions.getByText(SAVED)).toBeVisible()
  await page.reload()
  await expect(permissions.getByRole('checkbox', { name: 'recall' })).toBeChecked()
  await expect(permissions.getByRole('checkbox', { name: 'night-shift' })).toBeChecked()
  await expectAccessible(page)
  await permissions.getByRole('button', { name: 'Remove night-shift' }).click()
  await permissions.getByRole('button', { name: 'Save' }).click()
  await expect(permissions.getByText(SAVED)).toBeVisible()
  await expect(permissions.getByRole('checkbox', { name: 'night-shift' })).toHaveCount(0)

  await page.goto('/admin/admin-groups?name=packers')
  await page.getByRole('link', { name: `Edit ${name} North` }).click()
  await card(page, 'Delete').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await question.getByRole('button', { name: 'Delete this group' }).click()
  await expect(page).toHaveURL('/admin/admin-groups')
  await expect(page.getByText(`${name} North was deleted.`)).toBeVisible()
})

test('GRP-2 the list: search, sort, limit, and a row that opens', async ({ page, serverUrl }) => {
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'root')}` }
  for (const name of ['Bay crew', 'Ice crew'])
    expect((await page.request.post('/api/admin-groups', { headers, data: { name } })).ok()).toBe(true)
  await page.goto('/admin/admin-groups')
  await page.getByLabel('Search by name').fill('CREW')
  await expect(page).toHaveURL('/admin/admin-groups?name=CREW')
  await page.getByLabel('Sort by').selectOption('Name descending')
  await expect(page.getByRole('rowheader')).toHaveText(['Ice crew', 'Bay crew'])
  await page.getByLabel('Limit').selectOption('5')
  await expect(page).toHaveURL('/admin/admin-groups?name=CREW&sort=-name&limit=5')
  await page.getByRole('cell', { name: '0 members' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Groups / Bay crew')
})

test('GRP-3 members are named', async ({ page }) => {
  await createGroup(page, 'Ledger readers')
  const group = page.url()
  await visit(page, '/admin/users?username=member')
  await page.getByRole('link', { name: 'View Details of member' }).click()
  await card(page, 'Groups').getByLabel('Ledger readers').check()
  const reloaded = page.waitForEvent('load')
  await card(page, 'Groups').getByRole('button', { name: 'Save' }).click()
  await reloaded
  await expect(card(page, 'Groups').getByText(SAVED)).toBeVisible()
  await page.goto(group)
  await expect(card(page, 'Members').getByRole('link', { name: 'member' })).toBeVisible()
})

test('GRP-1 GRP-2 a refusal stays in the modal; other paths under /admin: the fallback screen', async ({
  page,
  troubles,
}) => {
  troubles.expect(/^400 \/api\/admin-groups$/, /^404 \/admin\//)
  await page.goto('/admin/admin-groups')
  await page.getByRole('button', { name: 'Create new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create new admin group' })
  await dialog.getByRole('button', { name: 'Create new' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription("A group's name has 1 to 60 characters.")
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.goto('/admin/no/such')
  await expect(page.getByText("That route didn't match any handlers.")).toBeVisible()
})
