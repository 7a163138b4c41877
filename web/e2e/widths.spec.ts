import type { Page } from '@playwright/test'
import { STONY } from './report'
import { expect, test } from './test'

// They only look.
test.describe.configure({ mode: 'parallel' })

const WIDTHS = [
  320, 360, 390, 480, 640, 641, 768, 860, 861, 959, 960, 1024, 1180, 1239, 1240, 1279, 1280, 1366, 1440, 1920,
]

/** What does not stand whole in its row: beyond the page, cut off by what it is in, or in two lines. */
function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const troubles: string[] = []
    const beyond = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (beyond > 0) troubles.push(`the page is ${beyond} px too wide`)
    const controls = 'header a, header button, [role=tabpanel] :is(label, button, [role=radiogroup])'
    for (const one of document.querySelectorAll<HTMLElement>(controls)) {
      if (!one.checkVisibility()) continue
      const { left, right, height } = one.getBoundingClientRect()
      const trouble = (what: string) => troubles.push(`${one.textContent} ${what}`)
      if (height > 48) trouble(`is ${height} px high`)
      if (left < 0 || right > innerWidth + 1) trouble('is beyond the page')
      for (let around = one.parentElement; around; around = around.parentElement) {
        const cuts = getComputedStyle(around).overflowX !== 'visible'
        if (cuts && right > around.getBoundingClientRect().right + 1) trouble('is cut off')
      }
    }
    // A value is read whole wherever it is as short as these are; its label gives way before it.
    for (const one of document.querySelectorAll<HTMLElement>('[role=tabpanel] label select')) {
      const { width } = one.getBoundingClientRect()
      one.style.flexShrink = '0'
      const whole = one.getBoundingClientRect().width
      one.style.flexShrink = ''
      if (one.checkVisibility() && whole > width + 1)
        troubles.push(`${one.ariaLabel} ${one.textContent} cuts its value`)
    }
    // And a label is there whole, or not at all.
    for (const one of document.querySelectorAll<HTMLElement>('[role=tabpanel] [data-plain] > span:first-child'))
      if (
        one.clientWidth > 1 &&
        one.scrollWidth > one.clientWidth + 1 &&
        !getComputedStyle(one).clipPath.startsWith('inset')
      )
        troubles.push(`${one.textContent} is a stump of a label`)
    // On a desk the names in the header are read whole too.
    const named = innerWidth >= 1280 ? ', header button span' : ''
    for (const one of document.querySelectorAll<HTMLElement>(`[role=tabpanel] button span:last-of-type${named}`))
      if (
        one.checkVisibility() &&
        one.scrollWidth > one.clientWidth + 1 &&
        getComputedStyle(one).textOverflow === 'ellipsis'
      )
        troubles.push(`${one.textContent} is cut`)
    return troubles
  })
}

const OF_STAFF = { root: true, manager: false } as const

const QUESTIONS = [
  ['a farm', ''],
  ['a report', '?tab=reports&report=inventory'],
  ['a report with all that can be chosen', '?tab=reports&report=inventory&by=equipment&equipment=14%20mm%20bag'],
  ['two reports', '?tab=reports&report=compare'],
  ['two reports with questions of their own', '?tab=reports&report=compare&leftBy=area&leftArea=all&leftDates=365'],
] as const

/** Staff have more links in the header, and the same controls. */
const PAGES = { manager: QUESTIONS, root: QUESTIONS.slice(0, 2) }

for (const as of ['manager', 'root'] as const) {
  test.describe(`for ${as}`, () => {
    test.use({ as })

    for (const [name, question] of PAGES[as]) {
      test(`header and controls of ${name} stand whole at every width`, async ({ page }) => {
        test.slow()
        await page.goto(`/${OF_STAFF[as] ? 'farms' : 'manage'}/${STONY}${question}`)
        await expect(page.getByRole('heading', { name: 'Farms / Stony Point Shellfish', level: 1 })).toBeVisible()
        if (question) await expect(page.getByRole('figure').locator('svg').first()).toBeVisible()
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          await expect.poll(() => misplaced(page), { message: `at ${width} px` }).toEqual([])
          const header = await page.getByRole('banner').boundingBox()
          // The links of staff go below the tools where they have no room beside them.
          expect(header?.height, `at ${width} px`).toBeLessThanOrEqual(OF_STAFF[as] && width <= 860 ? 96 : 56)
        }
      })
    }
  })
}
