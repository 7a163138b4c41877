import { asNobody } from './session'
import { expect, test } from './test'

// The context that tests have after each other (kept.ts): in this order.
test.describe.configure({ mode: 'serial' })

test('what a test leaves in the browser', async ({ page, context }) => {
  await page.goto('/login')
  await page.evaluate(() => {
    localStorage.setItem('left', 'here')
    sessionStorage.setItem('left', 'here')
    // biome-ignore lint/suspicious/noDocumentCookie: it is what a test may leave.
    document.cookie = 'left=here'
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 400, height: 400 })
  await page.addInitScript(() => Object.assign(window, { left: true }))
  await context.route('**/login', (route) => route.abort())
  await (await context.newPage()).goto('/login/forgot')
})

test('the next one does not find', async ({ page, context }) => {
  expect(context.pages()).toHaveLength(2)
  await page.goto('/login')
  const left = await page.evaluate(() => [
    localStorage.getItem('left'),
    sessionStorage.getItem('left'),
    document.cookie,
    Reflect.get(window, 'left'),
    matchMedia('(prefers-color-scheme: dark)').matches,
    innerWidth,
  ])
  expect(left).toEqual([null, null, '', undefined, false, 1440])
})

test('what would outlive it is refused to a test that is not apart', async ({ page, context }) => {
  expect(() => context.addInitScript('1')).toThrow('apart: true')
  expect(() => page.clock.setFixedTime(0)).toThrow('apart: true')
})

test.describe('the tab that stays at the app', () => {
  test.use({ as: 'manager' })
  let came = 0

  test('what a test leaves in it', async ({ page }) => {
    await page.route('**/api/farms/5f0000000000000000000002', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), name: 'Left Behind' } })
    })
    await page.goto('/manage/5f0000000000000000000002?tab=info')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Left Behind')
    came = await page.evaluate(() => performance.timeOrigin)
    await page.evaluate(() => {
      sessionStorage.setItem('left', 'here')
      localStorage.setItem('left', 'here')
    })
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await page.setViewportSize({ width: 400, height: 400 })
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('the next one does not find, though nothing was loaded', async ({ page }) => {
    await page.goto('/manage/5f0000000000000000000002?tab=info')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const left = await page.evaluate(() => [
      sessionStorage.getItem('left'),
      localStorage.getItem('left'),
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('print').matches,
      matchMedia('(prefers-reduced-motion: reduce)').matches,
      innerWidth,
      performance.timeOrigin,
    ])
    expect(left).toEqual([null, null, false, false, true, 1440, came])
  })

  test('is given up once somebody signs out in it', async ({ page }) => {
    await page.goto('/manage')
    await asNobody(page)
  })

  test('and another takes its place', async ({ page }) => {
    await page.goto('/manage')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms')
    expect(await page.evaluate(() => performance.timeOrigin)).not.toBe(came)
  })
})

test('a tab that stays does not sign in those of others', async ({ page, context }) => {
  expect(context.pages()).toHaveLength(2)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await expect(page).toHaveURL('/login')
})
