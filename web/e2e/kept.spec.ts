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
