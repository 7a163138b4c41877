import type { Page } from '@playwright/test'
import { MADE } from './demo-tags'
import { filledIn } from './filled'
import { STONY } from './leaseBook'
import { expect, test } from './test'

// What holds of every screen by sight, whatever is on it.

const FARM = [
  ...[
    '',
    '?tab=info',
    '?tab=about',
    '?tab=tagging',
    '?tab=reports',
    '/bags',
    '/growth',
    '/sales',
    '/record',
    '/invoices',
  ],
  ...['/tags', `/labels?tags=${MADE.harvested}`, '/shipments', '/scans', '/tagging', '/recalls'],
]
const PAGES = {
  manager: ['/manage', ...FARM.map((tab) => `/manage/${STONY}${tab}`), '/account/settings'],
  root: [
    '/farms',
    ...FARM.map((tab) => `/farms/${STONY}${tab}`),
    `/farms/upload/${STONY}`,
    '/farms/setup',
    '/farms/fulfilment',
    '/admin',
    '/admin/users',
    '/admin/admin-groups',
    '/admin/audit',
    '/admin/prices',
    '/admin/jobs',
    '/admin/system',
  ],
} as const

const over = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [as, pages] of Object.entries(PAGES) as [keyof typeof PAGES, readonly string[]][]) {
  test.describe(as, () => {
    test.use({ as })
    test(`one button at most is filled, and nothing stands out of the page: ${as}`, { tag: '@phone' }, async ({
      page,
    }) => {
      for (const address of pages) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true], [role=status]:has-text("Loading")')).toHaveCount(0)
        const filled = await filledIn(page.locator('body'))
        expect(filled.length, `${address}: ${filled}`).toBeLessThanOrEqual(1)
        expect(await over(page), address).toBeLessThanOrEqual(0)
      }
    })

    test(`the heading below a farm is one row: ${as}`, { tag: '@phone' }, async ({ page }) => {
      for (const address of pages.filter((one) => /\/(bags|record|invoices)$|\/upload\//.test(one))) {
        await page.goto(address)
        const title = page.getByRole('heading', { level: 1 })
        await expect(title).toBeVisible()
        const way = await page.getByRole('navigation', { name: 'Breadcrumb' }).boundingBox()
        const name = await title.boundingBox()
        expect(
          Math.abs((way?.y ?? 0) + (way?.height ?? 0) / 2 - (name?.y ?? 99) - (name?.height ?? 0) / 2),
          address,
        ).toBeLessThan(12)
      }
    })
  })
}

test.describe('on a wide screen', () => {
  test.use({ as: 'manager', viewport: { width: 1920, height: 1080 } })

  test('data has 1,440 px, forms and prose at most 720', async ({ page }) => {
    const content = async () => (await page.getByRole('main').locator('> *').last().boundingBox())?.width ?? 0
    for (const address of [
      `/manage/${STONY}`,
      `/manage/${STONY}?tab=reports&report=harvest`,
      `/manage/${STONY}/bags`,
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true], [role=status]:has-text("Loading")')).toHaveCount(0)
      expect(await content(), address).toBe(1440)
    }
    await page.goto('/account/settings')
    const form = page.getByRole('region', { name: 'Identity' })
    await expect(form).toBeVisible()
    expect((await form.boundingBox())?.width).toBeLessThanOrEqual(720)
    await page.goto(`/manage/${STONY}?tab=about`)
    const prose = page.getByRole('tabpanel').locator('p, dd')
    await expect(prose.first()).toBeVisible()
    const widths = await prose.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBeLessThanOrEqual(720)
    expect((await page.getByRole('region', { name: 'About My Farm' }).boundingBox())?.width).toBe(720)
  })
})
