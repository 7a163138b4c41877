import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test'

/** Presses Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, wanted: Locator, presses = 60): Promise<void> {
  await expect(wanted).toBeAttached()
  for (let press = 0; press < presses; press++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted, `not reached by ${presses} presses of Tab`).toBeFocused()
}

test('PUB-1 PUB-8 LIST-2 REP-3 REP-11 from the sign-in to the numbers by the keyboard alone', async ({ page }) => {
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeAttached() // the form stands there before the header does
  await page.keyboard.press('Tab')
  await expect(skip, 'the first stop is a way past the header').toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Username or email')).toBeFocused()
  await page.keyboard.type('manager')
  await page.keyboard.press('Tab')
  await page.keyboard.type('merroir-demo')
  const forgotten = page.getByRole('link', { name: 'Forgot your password?' })
  await tabTo(page, forgotten)
  await expect(forgotten, 'where the focus is can be seen').not.toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByRole('link', { name: 'View Details of Salish Sea Test Beds' }))
  await page.keyboard.press('Enter')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const reports = tab('Reports')
  await tabTo(page, reports)
  await page.keyboard.press('Enter')
  await expect(reports).toBeFocused()
  await expect(reports).toHaveAttribute('aria-selected', 'true')

  await tabTo(page, tab('Snapshot'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Dates Last 90 days' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Custom' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('From', { exact: true }))
  await page.keyboard.type('03012017')
  await tabTo(page, page.getByLabel('To', { exact: true }))
  await page.keyboard.type('11302017')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '1 Mar to 30 Nov 2017' })).toBeFocused()

  await tabTo(page, page.getByRole('radio', { name: 'Chart' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('2,082')
  await tabTo(page, page.getByRole('region', { name: 'Living animals, end of month' }))
})
