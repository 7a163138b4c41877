import { readFile } from 'node:fs/promises'
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

test.describe("the notebook's numbers", { tag: '@phone' }, () => {
  test('REP-5 REP-6 REP-7 REP-8 REP-18 yield is all that was received, the months all that was harvested; average size, inventory today', async ({
    page,
  }) => {
    await page.goto(notebookUrl({ report: 'yield' }))
    await expect(figure(page)).toContainText(
      'Yield is 92.95%: of 3,431 received by 30 Nov 2017, 2,082 are shell stock, 1,107 were harvested and 242 were lost.',
    )
    expect(await cellsOf(page, 'Nov 2017')).toEqual(['60.68%', '32.26%', '7.05%', '3,431'])
    await visit(page, notebookUrl({ report: 'yield', graph: 'count' }))
    expect(await numbersOf(page, 'Nov 2017')).toEqual({
      'Shell Stock': 2082,
      Harvested: 1107,
      Lost: 242,
      Received: 3431,
    })

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
    await expect(figure(page)).toContainText('62.48 mm on average on 30 Nov 2017, up 37.75 mm since 31 Mar 2017.')
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
})

test('REP-5 Over Time and Snapshot by the toggle, in the URL', async ({ page }) => {
  await page.goto(notebookUrl())
  await expect(page.getByRole('rowheader')).toHaveCount(9)
  await page.getByRole('radio', { name: 'Snapshot' }).check()
  await expect(page).toHaveURL(/mode=snapshot/)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Dates/ })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('rowheader')).toHaveCount(9)
})

test('REP-6 count types and the toggle of the yield', async ({ page }) => {
  await page.goto(notebookUrl({ report: 'yield' }))
  const types = page.getByRole('combobox', { name: 'Count Type' })
  await expect(types.getByRole('option')).toHaveText(['All Count Types', 'Shell Stock', 'Harvested', 'Lost', 'By Size'])
  await types.selectOption('Lost')
  await expect(page.getByRole('heading', { name: 'Lost, end of month' })).toBeVisible()
  expect(await cellsOf(page, 'Nov 2017')).toEqual(['7.05%', '3,431'])
  await page.getByRole('radio', { name: 'Count' }).check()
  await expect(page.getByRole('row', { name: /^Nov 2017 242 3,431$/ })).toBeVisible()
  await expect(page).toHaveURL(/count=lost&graph=count/)
  await page.reload()
  await expect(page.getByRole('row', { name: /^Nov 2017 242 3,431$/ })).toBeVisible()
})

test('REP-2 REP-15 another report keeps area and dates; the graph type begins as share again', async ({ page }) => {
  await page.goto(notebookUrl({ report: 'yield', view: 'chart' }))
  const reports = page.getByRole('tablist', { name: 'Reports' })
  await page.getByRole('combobox', { name: 'Growing Areas' }).selectOption('Site A')
  await page.getByRole('radio', { name: 'Count' }).check()
  await expect(page).toHaveURL(/graph=count/)
  await reports.getByRole('tab', { name: 'Harvest' }).click()
  await expect(figure(page)).toContainText('399 harvested from 1 Mar to 30 Nov 2017')
  await expect(page).not.toHaveURL(/graph=/)
  await reports.getByRole('tab', { name: 'Yield' }).click()
  await expect(page.getByRole('radio', { name: 'Share' })).toBeChecked()
  await expect(figure(page)).toContainText('of 1,197 entered')
  await page.goBack()
  await expect(figure(page)).toContainText('399 harvested')
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

test('REP-7 REP-8 a time without harvest says so and offers a longer one; a size that nobody measured is a gap', async ({
  page,
}) => {
  await page.goto('/manage/5f0000000000000000000001?tab=reports&report=harvest')
  await expect(page.getByText('Nothing was harvested in these dates.')).toBeVisible()
  await page.getByRole('button', { name: 'All time' }).click()
  await expect(page).toHaveURL(/report=harvest&dates=all/)
  await visit(page, notebookUrl({ report: 'size', from: '2017-01-01', to: '2017-03-31' }))
  expect(await cellsOf(page, 'Feb 2017')).toEqual(['–', '0'])
  expect(await cellsOf(page, 'Mar 2017')).toEqual(['24.7', '3,490'])
})

test('REP-3 REP-4 the file says the units that its numbers leave out; Export asks for an email with the report that is shown', async ({
  page,
}) => {
  await page.goto(notebookUrl({ report: 'yield', every: 'year' }))
  await expect(page.getByRole('table')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('salish-sea-test-beds-yield-2017-03-01-2017-11-30.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    '\uFEFFYear,Shell Stock (%),Harvested (%),Lost (%),Received\r\n1 Mar to 30 Nov 2017,60.68,32.26,7.05,3431\r\n',
  )
  await visit(page, notebookUrl({ report: 'harvest', by: 'area' }))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible()
})
