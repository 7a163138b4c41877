import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

/** What is in sight here is in sight on all desks. */
export const SMALL_DESK = { width: 1280, height: 720 }

/** Fails when the page is wider than its window. */
export async function expectNoSideScroll(page: Page, message = 'it scrolls sideways'): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, message).toBe(0)
}

/** Fails unless the whole of it is on the screen as it is, with nothing in front. */
export async function expectSeen(what: Locator): Promise<void> {
  await expect(what).toBeInViewport({ ratio: 1 })
  await expectUncovered(what)
}

/** Fails when something is in front of it: the header, or the bar at the bottom. */
export async function expectUncovered(what: Locator): Promise<void> {
  const inFront = () =>
    what.evaluate((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y]))
      return points.flatMap(([x = 0, y = 0]) => {
        const front = document.elementFromPoint(x, y)
        const own = front && (one.contains(front) || front.contains(one) || front.closest('label')?.contains(one))
        return own ? [] : [front?.outerHTML ?? 'nothing']
      })
    })
  await expect.poll(inFront).toEqual([])
}

/** Somebody who finds their way by sight alone: nothing is scrolled for them, and their clicks are counted. */
export function visitor(page: Page) {
  let clicks = 0
  return {
    press: async (role: 'link' | 'tab' | 'radio' | 'button', name: string | RegExp) => {
      const one = page.getByRole(role, { name, exact: true })
      await expectSeen(one)
      await one.click()
      clicks++
    },
    /** They have found it, and with how many clicks. */
    found: async (what: Locator, most: number) => {
      await expectSeen(what)
      expect(clicks).toBeLessThanOrEqual(most)
    },
  }
}
