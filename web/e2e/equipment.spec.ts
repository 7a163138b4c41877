import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleOnPhoneToo } from './axe'
import { NOTEBOOK } from './report'
import { expect, test } from './test'
import { visit } from './visit'

test.use({ as: 'manager' })

const EQUIPMENT = `/manage/${NOTEBOOK}?tab=reports&report=equipment`
const total = (page: Page, index: number) => page.getByRole('definition').nth(index)

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

test('FIG-1 REP-10 containers open to the entries that make them, in the report and in its square', async ({
  page,
}) => {
  await page.goto(EQUIPMENT)
  await expect(page.getByRole('term')).toHaveText(['Containers in Use', 'Unused spots'])
  await expect(total(page, 1)).toContainText('19')
  await expect(total(page, 1).getByRole('button')).toHaveCount(0)
  await total(page, 0).getByRole('button', { name: '29' }).click()
  const sheet = page.getByRole('dialog', { name: 'Containers in use', exact: true })
  await expect(sheet.getByText('29 containers, the sum of all entries.')).toBeVisible()
  expect(await sumOf(sheet)).toBe(29)
  await expectAccessibleOnPhoneToo(page)
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
