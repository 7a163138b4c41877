import { expectAccessible } from './axe'
import { expect, test } from './test'

test('PUB-7 a path that no route owns: the words, and the status 404', async ({ page, troubles }) => {
  troubles.expect(/^404 \/no\/such\/page$/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByText("We couldn't find the page you requested.")).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
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

const AREAS = [
  { account: 'admin', paths: ['/farms/5f0000000000000000000001/x/y', '/admin/no/such/thing', '/account/nothing/here'] },
  { account: 'manager', paths: ['/manage/5f0000000000000000000001/x/y', '/account/nothing/here'] },
] as const

for (const { account, paths } of AREAS) {
  test.describe(account, () => {
    test.use({ as: account, ownTab: true })
    test(`a page for everybody leads ${account} back to their own`, { tag: '@phone' }, async ({ page, troubles }) => {
      troubles.expect(/^404 \/no\/such\/page$/)
      await page.goto('/no/such/page')
      const header = page.getByRole('banner')
      await expect(header.getByRole('link', { name: 'Sign out' })).toBeVisible()
      await expect(header.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
      await expectAccessible(page)
      await header.getByRole('link', { name: 'Home' }).click()
      await expect(page).toHaveURL(account === 'admin' ? '/farms' : '/manage')
    })

    test(`FARM-9 what no route of an area owns is not found within it, for ${account}`, async ({ page, troubles }) => {
      troubles.expect(/^404 \/(?:farms|admin|account|manage)\//)
      for (const path of paths) {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible()
        await expect(page.getByText("That route didn't match any handlers.")).toBeVisible()
        await expect(page.getByRole('banner').getByRole('link', { name: 'Sign out' })).toBeVisible()
        await expectAccessible(page)
      }
      await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
      await expect(page).toHaveURL(account === 'admin' ? '/farms' : '/manage')
    })
  })
}
