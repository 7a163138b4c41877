import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

/** What is in sight here is in sight on all desks. */
export const SMALL_DESK = { width: 1280, height: 720 }

/** Looks at a page of the desk that has become as narrow as a phone, which the app may hear of a moment later. */
export async function asNarrowAsAPhone(page: Page, look: () => Promise<void>): Promise<void> {
  const desk = page.viewportSize()
  if (!desk) throw new Error('the page has no size')
  await page.setViewportSize({ width: 390, height: 844 })
  await look()
  await page.setViewportSize(desk)
}

/** Fails when the page is wider than its window. */
export async function expectNoSideScroll(page: Page, message = 'it scrolls sideways'): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(over, { message }).toBe(0)
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

/** Fails when a control of the page, or of the dialog that is open, cannot be pressed where it is scrolled to: something is in front. */
export async function expectPressable(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const part = document.querySelector('[aria-modal=true]') ?? document.body
    const controls = [
      ...part.querySelectorAll<HTMLElement>('a[href]:not([href="#content"]), button, input, select, textarea, summary'),
    ]
    /** What is pressed in its place, where it is drawn otherwise. */
    const shown = (one: HTMLElement) =>
      one instanceof HTMLInputElement && /checkbox|radio|file/.test(one.type) ? (one.labels?.[0] ?? one) : one
    const found = controls.map(shown).filter((one) => {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert]')) return false
      if (one.getBoundingClientRect().width <= 1) return false
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const [{ left, top, width, height } = one.getBoundingClientRect()] = one.getClientRects()
      const front = document.elementFromPoint(left + width / 2, top + height / 2)
      return !front || !one.contains(front)
    })
    scrollTo({ top: 0, behavior: 'instant' })
    return found.map((one) => one.outerHTML.slice(0, 160))
  })
  expect(covered, 'something is in front of them, or they are out of the window').toEqual([])
}

/** Lays a style sheet over those of the page, in place of the one that was laid there before. */
export async function restyle(page: Page, style: string): Promise<void> {
  await page.evaluate((style) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    document.adoptedStyleSheets = [sheet]
  }, style)
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
