import { expectAccessible } from './axe'
import { codeOf } from './otp'
import { fillSignIn, storedToken } from './session'
import { expect, test } from './test'

// Of a server that asks its staff for a second factor.
test.use({ alone: import.meta.url, settings: { MERROIR_SECOND_FACTOR: 'staff' } })

test('AUTH-1 AUTH-2 staff set up a second factor before anything else', async ({ page, request }) => {
  await page.goto('/login?returnUrl=/farms')
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL('/account/settings')
  await expect(page.getByRole('alert')).toContainText('Staff must sign in with a second factor.')
  await expectAccessible(page)
  await page.goto('/farms')
  await expect(page).toHaveURL('/account/settings')
  const headers = { Authorization: `Bearer ${await storedToken(page)}` }
  expect((await request.get('/api/farms', { headers })).status()).toBe(403)

  const factor = page.getByRole('region', { name: 'Second factor' })
  await factor.getByRole('button', { name: 'Set up' }).click()
  await expect(factor.locator('code')).toBeVisible()
  const secret = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await factor.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await factor.getByRole('button', { name: 'Switch on' }).click()
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto('/farms')
  await expect(page.getByRole('heading', { level: 1, name: 'Farms' })).toBeVisible()
})
