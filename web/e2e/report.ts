import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

export const NOTEBOOK = '5f0000000000000000000001'
/** A large farm that an open recall reaches. */
export const STONY = '5f0000000000000000000002'

/** Address of the notebook farm's inventory over its nine months of 2017, as a table. */
export function notebookUrl(search: Record<string, string> = {}): string {
  const params = new URLSearchParams({
    tab: 'reports',
    report: 'inventory',
    dates: 'custom',
    from: '2017-03-01',
    to: '2017-11-30',
    view: 'table',
    ...search,
  })
  return `/manage/${NOTEBOOK}?${params}`
}

/** The numbers of the table's row that has this name, by their column. */
export async function numbersOf(page: Page, row: string): Promise<Record<string, number>> {
  const table = page.getByRole('table')
  await expect(figure(page)).toHaveAttribute('aria-busy', 'false')
  const heads = await table.getByRole('columnheader', { includeHidden: true }).allTextContents()
  const cells = await table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row }) })
    .getByRole('cell')
    .allTextContents()
  return Object.fromEntries(cells.map((text, index) => [heads[index + 1] ?? '', Number(text.replaceAll(',', ''))]))
}

export function figure(page: Page): Locator {
  return page.getByRole('figure')
}

/** Chooses a range of dates by its name; Custom leaves the panel open. */
export async function chooseDates(scope: Page | Locator, range: string): Promise<void> {
  await scope.getByRole('button', { name: /^Dates/ }).click()
  const page = 'goto' in scope ? scope : scope.page()
  await page.getByRole('dialog', { name: 'Dates' }).getByRole('button', { name: range, exact: true }).click()
}
