import { expect, test } from './test'

test('PUB-7 a path that no route owns: the words, and the status 404', async ({ page, troubles }) => {
  troubles.expect(/^404 \/no\/such\/page$/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByText("We couldn't find the page you requested.")).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})

test('PUB-7 below /api and /assets a 404 is no page', async ({ request }) => {
  for (const path of ['/api/no-such-thing', '/assets/no-such-file.js']) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(404)
    expect(answer.headers()['content-type']).not.toContain('text/html')
  }
})

test('PUB-6 /moved is answered with 301 to the home page', async ({ page, request }) => {
  const answer = await request.get('/moved', { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  expect(answer.headers().location).toBe('/')
  await page.goto('/moved')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test.describe('a manager', () => {
  test.use({ as: 'manager', ownTab: true })

  test('FARM-9 what no route of the area owns is not found within it', async ({ page, troubles }) => {
    troubles.expect(/^404 \/manage\//)
    const answer = await page.goto('/manage/5f0000000000000000000001/x/y')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible()
    await expect(page.getByText("That route didn't match any handlers.")).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign out' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page).toHaveURL('/manage')
  })
})
