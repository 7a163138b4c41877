import type { Page } from '@playwright/test'
import { figure, notebookUrl, numbersOf } from './report'
import { expect, test } from './test'
import { visit } from './visit'

test.use({ as: 'manager' })

/** The cells of the table's row that has this name, as they are shown. */
async function cellsOf(page: Page, row: string): Promise<string[]> {
  await expect(figure(page)).toHaveAttribute('aria-busy', 'false')
  return page
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .getByRole('cell')
    .allTextContents()
}

const chart = (page: Page) => page.getByRole('application')
const tip = (page: Page) => figure(page).getByRole('status')

test('REP-5 REP-6 REP-7 REP-8 REP-18 yield is all that was received, the months all that was harvested; average size, inventory today', async ({
  page,
}) => {
  await page.goto(notebookUrl({ report: 'yield' }))
  await expect(figure(page)).toContainText(
    'Yield is 92.95%: of 3,431 received by 30 Nov 2017, 2,082 are shell stock, 1,107 were harvested and 242 were lost.',
  )
  expect(await cellsOf(page, 'Nov 2017')).toEqual(['60.68%', '32.26%', '7.05%', '3,431', '59'])
  await page.getByRole('radio', { name: 'Count' }).check()
  await expect(page.getByRole('row', { name: /^Nov 2017 2,082/ })).toBeVisible()
  expect(await numbersOf(page, 'Nov 2017')).toEqual({
    'Shell Stock': 2082,
    Harvested: 1107,
    Lost: 242,
    Received: 3431,
    Missing: 59,
  })
  await page.getByRole('combobox', { name: 'Count Type' }).selectOption('Lost')
  await expect(page.getByRole('row', { name: /^Nov 2017 242 3,431 59$/ })).toBeVisible()

  await visit(page, notebookUrl({ report: 'harvest', by: 'area' }))
  await expect(figure(page)).toContainText('1,107 harvested from 1 Mar to 30 Nov 2017, the most in Jun 2017: 290.')
  const sums: Record<string, number> = {}
  for (const month of await page.getByRole('rowheader').allTextContents()) {
    for (const [column, count] of Object.entries(await numbersOf(page, month))) {
      sums[column] = (sums[column] ?? 0) + count
    }
  }
  expect(sums).toMatchObject({ 'Site A': 399, 'Site B': 360, 'Site C': 348, Harvest: 1107 })
  expect(await numbersOf(page, 'Nov 2017')).toMatchObject({ Harvest: 0, 'Harvested so far': 1107 })

  await visit(page, notebookUrl({ report: 'size', by: 'equipment' }))
  await expect(figure(page)).toContainText('62.48 mm on average on 30 Nov 2017.')
  expect(await cellsOf(page, 'Nov 2017')).toEqual(['57.0', '68.2', '62.5', '2,082'])
  await visit(page, notebookUrl({ report: 'size', by: 'equipment', view: 'chart' }))
  await expect(figure(page).getByRole('listitem')).toHaveText([/beach 57\.02 mm/, /raft 68\.17 mm/])

  await visit(page, notebookUrl({ by: 'area', mode: 'snapshot', view: 'chart' }))
  await expect(page.getByRole('list', { name: 'Living animals today' }).getByRole('listitem')).toHaveText([
    /Site A\s*729/,
    /Site B\s*711/,
    /Site C\s*642/,
  ])
  await expect(figure(page)).toContainText(/^Living animals today.*2,082 alive on \d{1,2} \w{3} 20\d\d/s)
})

test('REP-18 inventory as shares of the growing areas', async ({ page }) => {
  await page.goto(notebookUrl({ by: 'area' }))
  await page.getByRole('radio', { name: 'Share' }).check()
  await expect(figure(page)).toContainText('2,082 alive on 30 Nov 2017. The largest share is Site A with 35.01%.')
  expect((await cellsOf(page, 'Nov 2017')).slice(0, 4)).toEqual(['35.01%', '34.15%', '30.84%', '2,082'])
})

test('REP-8 REP-14 the points of a chart are read by the arrow keys', async ({ page }) => {
  await page.goto(notebookUrl({ report: 'size', view: 'chart' }))
  await expect(figure(page).locator('[data-axis=numbers]')).toContainText('60')
  await chart(page).focus()
  for (let point = 1; point < 9; point++) await page.keyboard.press('ArrowRight')
  await expect(tip(page)).toContainText('30 Nov 2017')
  await expect(tip(page)).toContainText('62.5 mm')

  await visit(page, notebookUrl({ report: 'yield', view: 'chart' }))
  await expect(figure(page).locator('[data-axis=numbers]')).toContainText('100%')
  await chart(page).focus()
  for (let point = 1; point < 9; point++) await page.keyboard.press('ArrowRight')
  await expect(tip(page).getByRole('listitem')).toHaveText([
    /Shell Stock\s*60\.68%/,
    /Harvested\s*32\.26%/,
    /Lost\s*7\.05%/,
  ])
})
