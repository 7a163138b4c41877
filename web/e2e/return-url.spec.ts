import { asBefore, fillSignIn, storedToken, withSession } from './session'
import { expect, test } from './test'

const REPORT =
  '/manage/5f0000000000000000000001?tab=reports&report=inventory&dates=custom&from=2017-03-01&to=2017-11-30&by=area&view=table'

test('AUTH-3 without a session the wanted page is kept, path and query, and reached after sign-in', async ({
  page,
}) => {
  await page.goto(REPORT)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(new URL(page.url()).searchParams.get('returnUrl')).toBe(REPORT)
  await fillSignIn(page, 'manager')
  await expect(page).toHaveURL(REPORT)
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('2,082')
})

test("AUTH-3 an ended session is found out on the way in: back to the form, and on it 'Auth required.'", async ({
  page,
  troubles,
}) => {
  troubles.expect(/^401 \/api\/users\/my$/)
  await withSession(page, 'long-gone')
  await page.goto('/manage?limit=5')
  await expect(page).toHaveURL('/login?returnUrl=/manage%3Flimit%3D5')
  expect(await storedToken(page)).toBeNull()
  await asBefore(page)
  await page.goto('/login')
  await expect(page.getByText('Auth required.')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
})

test.describe('signed in already', () => {
  test.use({ as: 'member', ownTab: true })

  test('AUTH-2 a hostile returnUrl leads nowhere else', async ({ page, serverUrl }) => {
    // Every way to write one is in the test of safeReturnUrl; these are read anew by the browser.
    for (const returnUrl of ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example']) {
      await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
      expect(page.url(), returnUrl).toBe(`${serverUrl}/account/settings`)
    }
  })
})
