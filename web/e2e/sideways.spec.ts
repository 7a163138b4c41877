import type { Page } from '@playwright/test'
import { NOTEBOOK, notebookUrl } from './report'
import { expect, test } from './test'

const PHONE = { tag: '@phone-only' }

interface Scroller {
  name: string
  shown: boolean
  chosenInSight: boolean
}

/** All that scrolls sideways on the page: whether it shows it, and whether what is chosen there is in sight. */
const scrollers = (page: Page): Promise<Scroller[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *, nav')]
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
      .map((one) => {
        const { backgroundImage, maskImage } = getComputedStyle(one)
        const room = one.getBoundingClientRect()
        const chosen = one.querySelector('[aria-selected="true"], [aria-current="page"]')?.getBoundingClientRect()
        return {
          name: one.getAttribute('aria-label') ?? one.className,
          shown: `${backgroundImage} ${maskImage}`.includes('gradient'),
          chosenInSight: !chosen || (chosen.left >= room.left - 1 && chosen.right <= room.right + 1),
        }
      }),
  )

test.describe('as a manager', () => {
  test.use({ as: 'manager' })
  for (const [what, address, shows] of [
    ['a table by days', notebookUrl({ every: 'day', by: 'equipment' }), 'table'],
    ['a table of sizes', notebookUrl({ report: 'size', every: 'week', by: 'size' }), 'table'],
    ['Compare', notebookUrl({ report: 'compare' }), 'figure'],
    ['Exports', `/manage/${NOTEBOOK}?tab=reports&report=exports`, 'heading'],
    ['a report far behind', notebookUrl({ report: 'intervalMortality' }), 'table'],
  ] as const) {
    test(`what scrolls sideways shows it: ${what}`, PHONE, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('tablist', { name: 'Reports' }).first()).toBeVisible()
      await expect(page.getByRole(shows).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      const found = await scrollers(page)
      expect(found.length).toBeGreaterThan(0)
      expect(found.filter(({ shown, chosenInSight }) => !shown || !chosenInSight)).toEqual([])
    })
  }
})

test.describe('as staff', () => {
  test.use({ as: 'root' })
  for (const address of ['/farms', '/admin/users', '/admin/audit']) {
    test(`the chosen link of the header is in sight at ${address}`, PHONE, async ({ page }) => {
      await page.goto(address)
      const nav = page.getByRole('navigation', { name: 'Main' })
      await expect(nav.locator('[aria-current="page"]')).toBeInViewport({ ratio: 0.95 })
      const found = await scrollers(page)
      expect(found.filter(({ shown, chosenInSight }) => !shown || !chosenInSight)).toEqual([])
    })
  }
})
