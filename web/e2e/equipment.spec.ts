import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { NOTEBOOK } from './report'
import { expect, test } from './test'

test.use({ as: 'manager' })

const EQUIPMENT = `/manage/${NOTEBOOK}?tab=reports&report=equipment`
const total = (page: Page, index: number) => page.getByRole('definition').nth(index)

test('REP-10 containers in use, unused spots and the types', async ({ page }) => {
  await page.goto(EQUIPMENT)
  await expect(page.getByRole('term')).toHaveText(['Containers in Use', 'Unused spots'])
  await expect(total(page, 0)).toContainText('29')
  await expect(total(page, 1)).toContainText('19')
  await expect(page.getByRole('columnheader')).toHaveText(['Container type', 'Count in use'])
  await expect(page.getByRole('row', { name: /^beach/ })).toContainText('15')
  await expect(page.getByRole('row', { name: /^raft/ })).toContainText('14')
  await expectAccessible(page)
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

test('REP-10 the file holds what is shown', async ({ page }) => {
  await page.goto(EQUIPMENT)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('salish-sea-test-beds-equipment.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe('\uFEFFContainer type,Count in use\r\nbeach,15\r\nraft,14\r\n')
})
