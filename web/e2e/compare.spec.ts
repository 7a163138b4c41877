import type { Locator, Page } from '@playwright/test'
import { chooseDates, notebookUrl } from './report'
import { expect, test } from './test'

test.use({ as: 'manager' })

const compareUrl = (search: Record<string, string> = {}) => notebookUrl({ report: 'compare', ...search })

const left = (page: Page) => page.getByRole('region', { name: 'Left side', exact: true })
const right = (page: Page) => page.getByRole('region', { name: 'Right side', exact: true })
const metric = (side: Locator) => side.getByRole('combobox', { name: 'Metric' })
const lastMonth = (side: Locator) => side.getByRole('row', { name: /^Nov 2017/ }).getByRole('cell')

test.describe('two reports', { tag: '@phone' }, () => {
  test('REP-9 REP-18 every metric of the picker has the numbers of the notebook', async ({ page }) => {
    await page.goto(compareUrl())
    await expect(metric(left(page)).getByRole('option')).toHaveText([
      'Inventory',
      '% Mortality',
      '% Yield',
      '% Return',
      'Harvest',
      'Average Size',
      '% Interval Mortality',
    ])
    await expect(lastMonth(left(page))).toHaveText(['2,082', '3,431', '1,107', '242'])
    await expect(lastMonth(right(page))).toHaveText(['7.05%', '3,431', '242'])
    await metric(left(page)).selectOption('% Yield')
    await metric(right(page)).selectOption('% Return')
    await expect(lastMonth(left(page))).toHaveText(['92.95%', '3,431', '242'])
    await expect(lastMonth(right(page))).toHaveText(['32.26%', '3,431', '1,107'])
    await metric(left(page)).selectOption('Average Size')
    await metric(right(page)).selectOption('Harvest')
    await expect(left(page)).toContainText('62.48 mm on average on 30 Nov 2017')
    await expect(lastMonth(left(page))).toHaveText(['62.5', '2,082'])
    await expect(lastMonth(right(page))).toHaveText(['0', '1,107'])
    await metric(left(page)).selectOption('% Interval Mortality')
    const june = left(page)
      .getByRole('row', { name: /^Jun 2017/ })
      .getByRole('cell')
    await expect(june).toHaveText(['2.51%', '80', '3,188', '2.83%'])
  })
})

test('REP-9 both sides are kept over a reload and Back', async ({ page }) => {
  await page.goto(compareUrl())
  await metric(left(page)).selectOption('% Return')
  await left(page).getByRole('combobox', { name: 'Area' }).selectOption('Site A')
  await right(page).getByRole('combobox', { name: 'Split by' }).selectOption('Equipment')
  await right(page).getByRole('radio', { name: 'Chart' }).check()
  const asChosen = async () => {
    await expect(metric(left(page))).toHaveValue('return')
    // 399 of the 1,197 animals of site A.
    await expect(lastMonth(left(page))).toHaveText(['33.33%', '1,197', '399'])
    await expect(right(page).getByRole('figure').getByRole('listitem')).toHaveText([/beach \d/, /raft \d/])
    await expect(right(page).getByRole('table')).toHaveCount(0)
  }
  await asChosen()
  await expect(page).toHaveURL(/leftMetric=return&leftArea=\w+&rightBy=equipment&rightView=chart$/)
  await page.reload()
  await asChosen()

  await metric(right(page)).selectOption('Harvest')
  await expect(right(page).getByRole('heading', { name: 'Animals harvested, each month' })).toBeVisible()
  await page.goBack()
  await expect(metric(right(page))).toHaveValue('mortality')
  await asChosen()
  await page.goBack()
  await expect(right(page).getByRole('table')).toBeVisible()
  await expect(metric(left(page))).toHaveValue('return')
})

test('REP-3 REP-4 REP-9 two spans of time beside each other, a chart or table for each, and nothing to export', async ({
  page,
}) => {
  await page.goto(compareUrl({ rightMetric: 'inventory' }))
  await chooseDates(right(page), 'Custom')
  await page.getByLabel('From', { exact: true }).fill('2017-03-01')
  await page.getByLabel('To', { exact: true }).fill('2017-06-30')
  await page.keyboard.press('Escape')
  await expect(right(page)).toContainText('2,818 alive on 30 Jun 2017')
  await expect(left(page)).toContainText('2,082 alive on 30 Nov 2017')
  await expect(page).toHaveURL(/rightDates=custom&rightFrom=2017-03-01&rightTo=2017-06-30/)
  await expect(page.getByRole('table')).toHaveCount(2)
  await left(page).getByRole('radio', { name: 'Chart' }).check()
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect(right(page).getByRole('table')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0)
})

test('REP-2 REP-9 the growing area above holds for both sides, until one looks at all of them', async ({ page }) => {
  await page.goto(compareUrl())
  await page.getByRole('combobox', { name: 'Growing Areas' }).selectOption('Site A')
  await expect(lastMonth(left(page))).toHaveText(['729', '1,197', '399', '69'])
  await expect(lastMonth(right(page))).toHaveText(['5.76%', '1,197', '69'])
  await right(page).getByRole('combobox', { name: 'Area' }).selectOption('All')
  const asChosen = async () => {
    await expect(lastMonth(left(page))).toHaveText(['729', '1,197', '399', '69'])
    await expect(lastMonth(right(page))).toHaveText(['7.05%', '3,431', '242'])
  }
  await asChosen()
  await expect(page).toHaveURL(/rightArea=all$/)
  await page.reload()
  await asChosen()
})

test('REP-9 REP-16 a side that fails leaves the other usable', async ({ page, troubles }) => {
  troubles.expect(/^500 \/api\/v2\/getFarmInventory\//)
  await page.route('**/api/v2/getFarmInventory/**', (route) =>
    route.request().postDataJSON().metric === '% Mortality'
      ? route.fulfill({ status: 500, json: { message: 'The books could not be read.' } })
      : route.fallback(),
  )
  await page.goto(compareUrl())
  await expect(right(page).getByRole('alert')).toContainText('The books could not be read.')
  await expect(lastMonth(left(page)).first()).toHaveText('2,082')
  await metric(right(page)).selectOption('% Return')
  await expect(lastMonth(right(page)).first()).toHaveText('32.26%')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
