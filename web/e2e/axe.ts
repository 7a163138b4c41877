import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { asNarrowAsAPhone, expectNoSideScroll } from './sight'
import { expect } from './test'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Judge = (one: Element, ...rest: unknown[]) => boolean | undefined

/** What of axe the page has. */
interface InPage {
  axe: {
    run: (within: Document, options: object) => Promise<Axe.AxeResults>
    commons: { dom: { isVisibleOnScreen: (one: Element) => boolean } }
    _audit: {
      rules: { id: string; matches: Judge }[]
      checks: Record<string, { evaluate: Judge }>
    }
  }
  /** By element, until the next run. */
  styles: Map<Element, string | null>
}

/** All that the dark scheme changes are colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** No violation of axe's rules on the page as it stands; in dark, of those that judge colours. It is left in light. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolationIn(page, 'dark')
  await expectNoViolationIn(page, 'light')
}

/** The same on the desk and as narrow as a phone, where `narrow` looks at more; in an order that changes the colours twice only. */
export async function expectAccessibleOnPhoneToo(page: Page, narrow?: () => Promise<void>): Promise<void> {
  await expectNoViolationIn(page, 'light')
  await expectNoViolationIn(page, 'dark')
  await asNarrowAsAPhone(page, async () => {
    await expectAccessible(page)
    await expectNoSideScroll(page, 'it scrolls sideways on a phone')
    await narrow?.()
  })
}

async function expectNoViolationIn(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  let found = await violations(page, colorScheme)
  if (!found) {
    // Evaluated by the debugger, which the content security policy leaves alone.
    await page.evaluate(SOURCE)
    await page.evaluate(rememberContrast)
    found = await violations(page, colorScheme)
  }
  expect(found, `axe, ${colorScheme}`).toEqual([])
}

/**
 * Half of axe's time is the contrast of text after text. It follows from a text's own style and that of all it stands in: what passed
 * once on a page is passed over, but for what is lifted out of the flow, as it may stand on something else.
 */
function rememberContrast(): void {
  const { axe, styles } = Object.assign(window as unknown as InPage, { styles: new Map<Element, string | null>() })
  const { rules, checks } = axe._audit
  const rule = rules.find(({ id }) => id === 'color-contrast')
  const check = checks['color-contrast']
  if (!rule || !check) throw new Error('axe judges no contrast')
  const { matches } = rule
  const { evaluate } = check
  const passed = new Set<string | null>()
  const styleOf = (one: Element | null): string | null => {
    if (!one) return ''
    const known = styles.get(one)
    if (known !== undefined) return known
    const around = styleOf(one.parentElement)
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, position, transform } =
      getComputedStyle(one)
    const lifted = around === null || /absolute|fixed|sticky/.test(position) || transform !== 'none'
    const own = [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow]
    const style = lifted ? null : `${around};${own}`
    styles.set(one, style)
    return style
  }
  rule.matches = (one, ...rest) => !passed.has(styleOf(one)) && matches(one, ...rest)
  check.evaluate = function (one, ...rest) {
    const answer = evaluate.call(this, one, ...rest)
    const style = styleOf(one)
    if (answer && style !== null && axe.commons.dom.isVisibleOnScreen(one)) passed.add(style)
    return answer
  }
}

/**
 * What axe finds, once the app has taken the colours over and no element is on its way from the old ones; nothing where
 * the page has no axe.
 */
function violations(page: Page, colorScheme: 'dark' | 'light'): Promise<string[] | undefined> {
  const runOnly = colorScheme === 'dark' ? RULES_OF_COLOUR : RULES
  return page.evaluate(
    async ({ colorScheme, runOnly }) => {
      if (!('axe' in window)) return
      const settled = () => {
        const shown = document.documentElement.dataset.scheme
        return (shown === undefined || shown === colorScheme) && document.getAnimations().length === 0
      }
      while (!settled()) await new Promise(requestAnimationFrame)
      const { axe, styles } = window as unknown as InPage
      styles.clear()
      // A modal hides the page behind it, with its main part and its heading; axe does not always see that there is one.
      const whole = { enabled: document.querySelector('[aria-modal=true]') === null }
      const rules = { 'landmark-one-main': whole, 'page-has-heading-one': whole }
      const results = await axe.run(document, {
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
    { colorScheme, runOnly },
  )
}
