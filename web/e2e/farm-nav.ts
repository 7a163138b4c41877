import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

/** The tabs of a farm: in the rail, on a phone in the sheet behind "More", which the page that is being left has too. */
async function farmTabs(page: Page): Promise<Locator> {
  const tabs = page.getByRole('tablist', { name: 'Farm', exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expect(tabs.or(more)).toBeVisible()
  await expect(async () => {
    if (!(await tabs.isVisible())) await more.click({ timeout: 1_000 })
    await expect(tabs).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 10_000 })
  return tabs.getByRole('tab')
}

export async function expectTabs(page: Page, names: readonly string[]): Promise<void> {
  await expect(await farmTabs(page)).toHaveText(names)
  await page.keyboard.press('Escape')
}

export async function openTab(page: Page, name: string): Promise<void> {
  await (await farmTabs(page)).and(page.getByRole('tab', { name, exact: true })).click()
}

/** Another place of the farm, which is no tab. */
export async function openPlace(page: Page, name: string): Promise<void> {
  await farmTabs(page)
  await page.getByRole('link', { name, exact: true }).click()
}

/** What the chosen tab of a farm shows. */
export function panelOf(page: Page, name: string): Locator {
  return page.getByRole('tabpanel', { name, exact: true })
}
