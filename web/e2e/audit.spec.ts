import { expectAccessible } from './axe'
import { STONY } from './report'
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

test('PEO-5 a farm has its own history, on its clock, with what its own people did', { tag: '@phone' }, async ({
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
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Search it in the audit trail' }).click()
  await expect(page).toHaveURL(`/admin/audit?subject=${STONY}`)
  await expect(page.getByRole('rowheader').first()).toContainText('manager changed the record of')
})

test('days that contradict each other are refused in words', async ({ page, troubles }) => {
  troubles.expect(/^400 \/api\/audit$/)
  await page.goto('/admin/audit?from=2026-11-20&to=2026-11-01')
  await expect(page.getByRole('alert')).toContainText('The last day is before the first.')
})
