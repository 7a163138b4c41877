import { fillSignIn, storedToken, withSession } from './session'
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

test.describe('an ended session', () => {
  test('AUTH-3 found out by a call: back to the form, and back to the page', async ({ page, request, troubles }) => {
    troubles.expect(/^401 \/api\/farms$/)
    await page.goto('/login')
    await fillSignIn(page, 'manager')
    await expect(page.getByRole('row', { name: /Salish Sea/ })).toBeVisible()
    const token = await storedToken(page)
    await request.post('/api/logout', { headers: { Authorization: `Bearer ${token}` } })

    await page.getByText('Sort, limit and pages').click()
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('name')
    await expect(page).toHaveURL('/login?returnUrl=/manage%3Fsort%3Dname')
    expect(await storedToken(page)).toBeNull()
    await fillSignIn(page, 'manager')
    await expect(page).toHaveURL('/manage?sort=name')
  })

  test('AUTH-3 found out on the way in: the same', async ({ page, troubles }) => {
    troubles.expect(/^401 \/api\/users\/my$/)
    await withSession(page, 'long-gone')
    await page.goto('/manage?limit=5')
    await expect(page).toHaveURL('/login?returnUrl=/manage%3Flimit%3D5')
    expect(await storedToken(page)).toBeNull()
  })

  test("AUTH-3 on the sign-in page itself: 'Auth required.'", async ({ page, troubles }) => {
    troubles.expect(/^401 \/api\/users\/my$/)
    await withSession(page, 'long-gone')
    await page.goto('/login')
    await expect(page.getByText('Auth required.')).toBeVisible()
    expect(await storedToken(page)).toBeNull()
  })
})

const HOSTILE = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '///evil.example',
  '/..//evil.example',
  '/\r\n/evil.example',
  'http://localhost@evil.example',
  '/%2f/evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  '/login?returnUrl=//evil.example',
  'evil.example',
]

test.describe('a hostile returnUrl', () => {
  for (const returnUrl of HOSTILE.slice(0, 3)) {
    test(`AUTH-2 after sign-in ${JSON.stringify(returnUrl)} leads nowhere else`, async ({ page, serverUrl }) => {
      await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)
      await fillSignIn(page, 'member')
      await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
      expect(page.url()).toBe(`${serverUrl}/account/settings`)
    })
  }

  test.describe('for who is signed in already', () => {
    test.use({ as: 'member' })
    test('AUTH-2 leads nowhere else', async ({ page, serverUrl }) => {
      for (const returnUrl of HOSTILE) {
        await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)
        await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
        expect(page.url(), returnUrl).toBe(`${serverUrl}/account/settings`)
      }
    })
  })
})

test('AUTH-2 a returnUrl into an area of others ends at home', async ({ page }) => {
  await page.goto('/login?returnUrl=/farms')
  await fillSignIn(page, 'manager')
  await expect(page).toHaveURL('/manage')
})
