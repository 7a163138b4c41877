import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { NOTEBOOK, notebookUrl } from './report'
import { expect, test } from './test'
import { visit } from './visit'

test.use({ as: 'manager' })

const EQUIPMENT = `/manage/${NOTEBOOK}?tab=reports&report=equipment`
const total = (page: Page, index: number) => page.getByRole('definition').nth(index)

test('REP-10 containers in use, unused spots and the types, and the file holds what is shown', async ({ page }) => {
  await page.goto(EQUIPMENT)
  await expect(page.getByRole('term')).toHaveText(['Containers in Use', 'Unused spots'])
  await expect(total(page, 0)).toContainText('29')
  await expect(total(page, 1)).toContainText('19')
  await expect(page.getByRole('columnheader')).toHaveText(['Container type', 'Count in use'])
  await expect(page.getByRole('row', { name: /^beach/ })).toContainText('15')
  await expect(page.getByRole('row', { name: /^raft/ })).toContainText('14')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('salish-sea-test-beds-equipment.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe('\uFEFFContainer type,Count in use\r\nbeach,15\r\nraft,14\r\n')
})

test('REP-2 REP-10 narrowed by growing area, which is in the URL', async ({ page }) => {
  await page.goto(EQUIPMENT)
  await expect(total(page, 0)).toContainText('29')
  let used = 0
  let unused = 0
  for (const area of ['Site A', 'Site B', 'Site C']) {
    await page.getByRole('combobox', { name: 'Growing Areas' }).selectOption(area)
    await expect(page).toHaveURL(/area=/)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Growing Areas' }).locator('option:checked')).toHaveText(area)
    await expect(page.getByRole('table')).toBeVisible()
    used += Number(await total(page, 0).locator('.visually-hidden').textContent())
    unused += Number(await total(page, 1).locator('.visually-hidden').textContent())
  }
  expect([used, unused]).toEqual([29, 19])
})

/** What the entries of an open number come to, page by page. */
async function sumOf(sheet: Locator): Promise<number> {
  await expect(sheet.getByRole('table')).toBeVisible()
  const more = sheet.getByRole('button', { name: 'Show more' })
  for (let rows = 0; await more.isVisible(); ) {
    rows = await sheet.getByRole('row').count()
    await more.click()
    await expect.poll(() => sheet.getByRole('row').count()).toBeGreaterThan(rows)
  }
  const amounts = await sheet
    .getByRole('cell')
    .filter({ hasText: /^[+-][\d,]+$/ })
    .allTextContents()
  return amounts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)
}

test('FIG-1 REP-10 containers open to the entries that make them, in the report and in its square', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(EQUIPMENT)
  await expect(total(page, 1).getByRole('button')).toHaveCount(0)
  await total(page, 0).getByRole('button', { name: '29' }).click()
  const sheet = page.getByRole('dialog', { name: 'Containers in use', exact: true })
  await expect(sheet.getByText('29 containers, the sum of all entries.')).toBeVisible()
  expect(await sumOf(sheet)).toBe(29)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: '14', exact: true }).click()
  const raft = page.getByRole('dialog', { name: 'Containers in use, raft' })
  await expect(raft.getByText('14 containers, the sum of all entries.')).toBeVisible()
  expect(await sumOf(raft)).toBe(14)
  const downloading = page.waitForEvent('download')
  await raft.getByRole('button', { name: 'CSV of all entries' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain('Date,Activity,Growing area,Lot,Amount,Recorded by,Recorded at,Note,Number')
  expect(file).toMatch(/Sum,,,,14,/)
  await visit(page, `/manage/${NOTEBOOK}?tab=reports&report=snapshot`)
  await page.getByRole('listitem').getByRole('button', { name: '29' }).click()
  await expect(sheet.getByText('29 containers, the sum of all entries.')).toBeVisible()
})

test('FIG-1 the mortality so far opens to what was lost and what came', async ({ page }) => {
  await page.goto(notebookUrl({ report: 'intervalMortality', by: 'none' }))
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Nov 2017' }) })
  await row.getByRole('button').last().click()
  const sheet = page.getByRole('dialog', { name: 'Nov 2017, % Mortality so far' })
  await expect(sheet.getByText('7.05%: 242 of 3,431.')).toBeVisible()
  await expect(sheet.getByText('% Mortality = lost / received x 100')).toBeVisible()
})
