import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { JSHandle, Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { expect } from './test'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** All that the dark scheme changes are colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** No violation of axe's rules on the page as it stands; in dark, of those that judge colours. It is left in light. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated by the debugger, which the content security policy leaves alone.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  for (const [colorScheme, rules] of [['dark', RULES_OF_COLOUR] as const, ['light', RULES] as const]) {
    await page.emulateMedia({ colorScheme })
    await settled(page, colorScheme)
    expect(await violations(page, rules), `axe, ${colorScheme}`).toEqual([])
  }
}

/** The same where it takes a walk to come: on the desk, and as narrow as a phone. */
export async function expectAccessibleOnPhoneToo(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
}

/**
 * No violation on a page of the desk that has become as narrow as a phone, where nothing stands out to the side; in
 * dark, of what has other colours there than on the desk, or was not shown.
 */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  const desk = page.viewportSize()
  if (!desk) throw new Error('the page has no size')
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page, 'dark')
  const known = await page.evaluateHandle(coloured)
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page, 'dark')
  const now = await page.evaluateHandle(coloured)
  const others = await now.evaluateHandle(
    (now, known) => [...now].filter(([one, colours]) => known.get(one) !== colours).map(([one]) => one),
    known,
  )
  if (await others.evaluate((all) => all.length > 0))
    expect(await violations(page, RULES_OF_COLOUR, others), 'axe, on a phone, dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page, 'light')
  expect(await violations(page, RULES), 'axe, on a phone').toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    'it scrolls sideways on a phone',
  ).toBeLessThanOrEqual(0)
  await page.setViewportSize(desk)
}

/** What is shown, and all of its style that the rules of colour look at. */
function coloured(): Map<Element, string> {
  return new Map(
    [...document.querySelectorAll('*')]
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one)
        return [one, [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight].join()]
      }),
  )
}

/** The app has taken the colours over, and no element is on its way from the old ones. */
function settled(page: Page, colorScheme: string): Promise<unknown> {
  return page.waitForFunction((wanted) => {
    const shown = document.documentElement.dataset.scheme
    return (shown === undefined || shown === wanted) && document.getAnimations().length === 0
  }, colorScheme)
}

function violations(page: Page, runOnly: string[], within?: JSHandle<Element[]>): Promise<string[]> {
  return page.evaluate(
    async ({ runOnly, within }) => {
      const { axe } = window as unknown as {
        axe: { run: (within: Axe.ElementContext, options: object) => Promise<Axe.AxeResults> }
      }
      // A modal hides the page behind it, with its main part and its heading; axe does not always see that there is one.
      const whole = { enabled: document.querySelector('[aria-modal=true]') === null }
      const rules = { 'landmark-one-main': whole, 'page-has-heading-one': whole }
      const results = await axe.run(within ?? document, {
        runOnly,
        resultTypes: ['violations'],
        selectors: false,
        rules,
      })
      // Here and not in the driver: what axe passed is a hundred times as much, and would go there too.
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id} at ${html}: ${failureSummary}`),
      )
    },
    { runOnly, within },
  )
}
