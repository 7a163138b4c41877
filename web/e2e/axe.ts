import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect } from './test'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** All that the dark scheme changes are colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** No violation of axe's rules on the page as it stands; in dark, of those that judge colours. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated by the debugger, which the content security policy leaves alone.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  for (const [colorScheme, rules] of [['light', RULES] as const, ['dark', RULES_OF_COLOUR] as const]) {
    await page.emulateMedia({ colorScheme })
    await settled(page, colorScheme)
    expect(await violations(page, rules), `axe, ${colorScheme}`).toEqual([])
  }
}

/** The same where it takes a walk to come: once more as narrow as a phone, where nothing stands out to the side. */
export async function expectAccessibleOnPhoneToo(page: Page): Promise<void> {
  await expectAccessible(page)
  const desk = page.viewportSize()
  if (!desk) throw new Error('the page has no size')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page, 'light')
  expect(await violations(page, RULES), 'axe, on a phone').toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  await page.setViewportSize(desk)
}

/** The app has taken the colours over, and no element is on its way from the old ones. */
function settled(page: Page, colorScheme: string): Promise<unknown> {
  return page.waitForFunction((wanted) => {
    const shown = document.documentElement.dataset.scheme
    return (shown === undefined || shown === wanted) && document.getAnimations().length === 0
  }, colorScheme)
}

function violations(page: Page, runOnly: string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
    // A modal hides the page behind it, with its main part and its heading; axe does not always see that there is one.
    const whole = { enabled: document.querySelector('[aria-modal=true]') === null }
    const rules = { 'landmark-one-main': whole, 'page-has-heading-one': whole }
    const results = await axe.run({ runOnly, resultTypes: ['violations'], selectors: false, rules })
    // Here and not in the driver: what axe passed is a hundred times as much, and would go there too.
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} at ${html}: ${failureSummary}`),
    )
  }, runOnly)
}
