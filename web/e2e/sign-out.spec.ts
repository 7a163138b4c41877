import { fillSignIn, storedToken } from './session'
import { expect, test } from './test'

test('PUB-4 signing out ends the session here and on the server, and asks nothing else of it', async ({
  page,
  request,
}) => {
  await page.goto('/login')
  await fillSignIn(page, 'manager')
  await expect(page).toHaveURL('/manage')
  const headers = { Authorization: `Bearer ${await storedToken(page)}` }
  expect((await request.get('/api/users/my', { headers })).status()).toBe(200)

  const asked: string[] = []
  page.on('request', (one) => {
    if (one.resourceType() === 'fetch') asked.push(new URL(one.url()).pathname)
  })
  const ended = page.waitForResponse('**/api/logout')
  await page.goto('/login/logout')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Logout successful.' })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  await ended
  expect(asked).toEqual(['/api/logout'])
  const after = await request.get('/api/users/my', { headers })
  expect(after.status()).toBe(401)
  expect(after.headers()['x-auth-required']).toBe('true')

  await page.getByRole('link', { name: 'Sign in again' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Username or email')).toBeVisible()
})

test('PUB-4 signing out without a connection is done at once, and the server is told later', async ({
  page,
  context,
  troubles,
}) => {
  troubles.expect(/./)
  await page.goto('/login')
  await page.getByLabel('Stay signed in on this device').check()
  const stays = page.waitForResponse('**/api/users/my/stay')
  await fillSignIn(page, 'manager')
  await stays
  await expect(page.getByRole('heading', { name: 'Farms', exact: true })).toBeVisible()
  const headers = { Authorization: `Bearer ${await storedToken(page)}` }

  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Sign out' }).click()
  await expect.poll(() => storedToken(page)).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('stays'))).toBe('ending')
  await expect(page.getByRole('heading', { name: /^(Logout successful\.|You are signed out)$/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Salish Sea Test Beds')).toHaveCount(0)

  // Closed without a connection, and opened with one: nobody is signed in, and the server hears of it.
  await page.close()
  const next = await context.newPage()
  await context.setOffline(false)
  const told = next.waitForResponse(
    (one) => one.request().method() === 'DELETE' && one.url().endsWith('/api/login/stay'),
  )
  await next.goto('/manage')
  await expect(next.getByLabel('Username or email')).toBeVisible()
  expect((await told).ok()).toBe(true)
  expect(await next.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
  expect(await context.cookies()).toEqual([])
  expect((await context.request.get('/api/users/my', { headers })).status()).toBe(401)
})

test('PUB-4 what was on the screen is not there any more by the Back button', async ({ page }) => {
  await page.goto('/login')
  await fillSignIn(page, 'manager')
  await page.getByRole('link', { name: 'View Details of Salish Sea Test Beds' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Farms / Salish Sea Test Beds' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Logout successful.' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?returnUrl=/)
  await expect(page.getByText('Salish Sea Test Beds')).toHaveCount(0)
})
