import { expectAccessible } from './axe'
import { tokenOf } from './session'
import { expect, test } from './test'

// Something is done here: not on the server whose lists others count.
test.use({ alone: import.meta.url, as: 'root' })

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
  await expectAccessible(page)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Admin Groups / ${name}`)
})

test('days that contradict each other are refused in words', async ({ page, troubles }) => {
  troubles.expect(/^400 \/api\/audit$/)
  await page.goto('/admin/audit?from=2026-11-20&to=2026-11-01')
  await expect(page.getByRole('alert')).toContainText('The last day is before the first.')
})
