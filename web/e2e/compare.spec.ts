import type { Locator, Page } from '@playwright/test'
import { notebookUrl } from './report'
import { expect, test } from './test'

test.use({ as: 'manager' })

const left = (page: Page) => page.getByRole('region', { name: 'Left side', exact: true })
const right = (page: Page) => page.getByRole('region', { name: 'Right side', exact: true })
const metric = (side: Locator) => side.getByRole('combobox', { name: 'Metric' })
const lastMonth = (side: Locator) => side.getByRole('row', { name: /^Nov 2017/ }).getByRole('cell')

test('REP-9 REP-18 every metric of the picker has the numbers of the notebook', { tag: '@phone' }, async ({ page }) => {
  await page.goto(notebookUrl({ report: 'compare' }))
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
  await expect(lastMonth(right(page))).toHaveText(['7.05%', '3,431', '242', '59'])
  await metric(left(page)).selectOption('% Yield')
  await metric(right(page)).selectOption('% Return')
  await expect(lastMonth(left(page))).toHaveText(['92.95%', '3,431', '242', '59'])
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
  await expect(june).toHaveText(['2.51%', '80', '0', '3,188', '2.83%'])
})
