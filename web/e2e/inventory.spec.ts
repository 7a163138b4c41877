import { readFile } from 'node:fs/promises'
import { openTab } from './farm-nav'
import { chooseDates, figure, notebookUrl, numbersOf } from './report'
import { expect, test } from './test'
import { visit } from './visit'

test.use({ as: 'manager' })

test('REP-1 REP-2 REP-3 REP-5 REP-12 REP-13 from the list, by the controls, to the numbers of the notebook', async ({
  page,
}) => {
  await page.goto('/manage')
  await page.getByRole('link', { name: 'View Details of Salish Sea Test Beds' }).click()
  await openTab(page, 'Reports')
  const reports = page.getByRole('tablist', { name: 'Reports' }).getByRole('tab')
  await expect(reports).toHaveText([
    'Snapshot',
    'Inventory',
    'Equipment',
    'Yield',
    'Harvest',
    'Average Size',
    'Compare',
    'Exports',
    'Mortality',
  ])
  await reports.filter({ hasText: 'Inventory' }).click()
  await chooseDates(page, 'Custom')
  await page.getByLabel('From', { exact: true }).fill('2017-03-01')
  await page.getByLabel('To', { exact: true }).fill('2017-11-30')
  await page.keyboard.press('Escape')
  await page.getByText('Table', { exact: true }).click()
  await expect(page).toHaveURL(/[?&]from=2017-03-01&to=2017-11-30&view=table$/)
  const all = { Received: 3431, Harvested: 1107, Lost: 242, Inventory: 2082 }
  const november = page.getByRole('row', { name: /^Nov 2017/ })
  await expect(november).toContainText('2,082')
  await expect(page.getByRole('rowheader')).toHaveText([
    'Mar 2017',
    'Apr 2017',
    'May 2017',
    'Jun 2017',
    'Jul 2017',
    'Aug 2017',
    'Sep 2017',
    'Oct 2017',
    'Nov 2017',
  ])
  expect(await numbersOf(page, 'Nov 2017')).toEqual(all)
  expect((await numbersOf(page, 'Jun 2017')).Inventory).toBe(2818)
  await expect(figure(page)).toContainText(
    '2,082 alive on 30 Nov 2017, up 2,082 since 28 Feb 2017: 3,490 planted, 1,107 harvested, 242 lost, 59 fewer found than expected.',
  )

  const split = page.getByRole('combobox', { name: 'Split by' })
  await split.selectOption('Growing Area')
  await expect(page.getByRole('columnheader', { name: 'Site B' })).toBeVisible()
  expect(await numbersOf(page, 'Nov 2017')).toEqual({ 'Site A': 729, 'Site B': 711, 'Site C': 642, ...all })
  await split.selectOption('Equipment')
  await expect(page.getByRole('columnheader', { name: 'raft' })).toBeVisible()
  expect(await numbersOf(page, 'Nov 2017')).toMatchObject({ beach: 1063, raft: 1019, Inventory: 2082 })
  await split.selectOption({ index: 0 })

  const areas = page.getByRole('combobox', { name: 'Growing Areas' })
  await expect(areas.getByRole('option')).toHaveText(['All', 'Site A', 'Site B', 'Site C'])
  await areas.selectOption('Site A')
  await expect(november).toContainText('729')
  const ofSiteA = { Received: 1197, Harvested: 399, Lost: 69, Inventory: 729 }
  expect(await numbersOf(page, 'Nov 2017')).toEqual(ofSiteA)
  const every = page.getByRole('combobox', { name: 'Frequency' })
  await expect(every.getByRole('option')).toHaveText(['Yearly', 'Monthly', 'Weekly', 'Daily'])
  await every.selectOption('Daily')
  await expect(page.getByRole('rowheader')).toHaveCount(275)
  await every.selectOption('Yearly')
  await expect(page.getByRole('rowheader')).toHaveText(['1 Mar to 30 Nov 2017'])
  expect(await numbersOf(page, '1 Mar to 30 Nov 2017')).toEqual(ofSiteA)
  await page.reload()
  await expect(areas.getByRole('option', { selected: true })).toHaveText('Site A')
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
  await expect(page.getByRole('rowheader')).toHaveText(['1 Mar to 30 Nov 2017'])
  expect(await numbersOf(page, '1 Mar to 30 Nov 2017')).toEqual(ofSiteA)
})

test('REP-13 the filters offer what the farm has, and narrow the numbers', async ({ page }) => {
  await page.goto(notebookUrl())
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  const field = (name: string) => panel.getByRole('group', { name })
  await expect(field('Animal Type').getByRole('checkbox')).toHaveCount(1)
  await expect(field('Equipment').getByRole('checkbox')).toHaveCount(2)
  await expect(field('locationPlanted').getByRole('checkbox')).toHaveCount(3)
  await expect(field('datePlanted').getByRole('checkbox', { name: '1 Mar 2017' })).toBeVisible()
  await expect(field('Size')).toHaveCount(0)

  await field('Equipment').getByRole('checkbox', { name: 'beach' }).check()
  await expect(page).toHaveURL(/equipment=beach/)
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('1,063')
  await field('locationPlanted').getByRole('checkbox', { name: 'Site A' }).check()
  await expect(page).toHaveURL(/place=Site\+A/)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Filter' })).toContainText('2 chosen')

  const chosen = page.getByRole('list', { name: 'Chosen filters' })
  await expect(chosen.getByRole('button')).toHaveText(['Equipment: beach', 'locationPlanted: Site A', 'Clear all'])
  await chosen.getByRole('button', { name: 'Remove locationPlanted: Site A' }).click()
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('1,063')
  await page.goBack()
  await expect(chosen.getByRole('button')).toHaveCount(3)
  await chosen.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('2,082')
  await expect(page).not.toHaveURL(/equipment|place/)
})

test('REP-11 REP-12 REP-13 all controls stand in one row on a desk, with dates and filters chosen', async ({
  page,
}) => {
  await page.goto(notebookUrl({ by: 'place', equipment: 'beach', from: '2016-12-28' }))
  const controls = [
    page.getByRole('combobox', { name: 'Growing Areas' }),
    page.getByRole('radiogroup', { name: 'Shown' }),
    page.getByRole('button', { name: 'Dates 28 Dec 2016 to 30 Nov 2017' }),
    page.getByRole('combobox', { name: 'Frequency' }),
    page.getByRole('combobox', { name: 'Split by' }),
    page.getByRole('button', { name: 'Filter 1 chosen' }),
  ]
  const figureBox = await figure(page).boundingBox()
  let right = 0
  for (const control of controls) {
    const box = await control.boundingBox()
    expect(box?.x).toBeGreaterThan(right)
    right = (box?.x ?? 0) + (box?.width ?? 0)
  }
  expect(right).toBeLessThanOrEqual((figureBox?.x ?? 0) + (figureBox?.width ?? 0))
})

test('REP-11 REP-12 REP-14 a busy farm shows something true by default', async ({ page }) => {
  await page.goto('/manage/5f0000000000000000000002?tab=reports&report=inventory&by=area')
  await expect(figure(page)).toContainText(/^Living animals, end of month/)
  await expect(figure(page)).toContainText(/\d,\d{3} alive on \d{1,2} \w{3} \d{4}/)
  await expect(figure(page).locator('[data-axis=numbers]')).toContainText(/\d+\.\dK/)
  await visit(page, '/manage/5f0000000000000000000002?tab=reports&report=inventory&by=area&view=table')
  await expect(figure(page)).toHaveAttribute('aria-busy', 'false')
  const months = await page.getByRole('rowheader').allTextContents()
  expect(months.length).toBeGreaterThanOrEqual(3) // 90 days are as few from 1 September to 29 November
  for (const month of months) {
    const { Received, Harvested, Lost, Inventory, ...areas } = await numbersOf(page, month)
    expect(Inventory).toBeGreaterThan(10_000)
    expect(Inventory).toBe((Received ?? 0) - (Harvested ?? 0) - (Lost ?? 0))
    expect(Object.keys(areas)).toHaveLength(3)
    expect(Object.values(areas).reduce((sum, count) => sum + count, 0)).toBe(Inventory)
  }
})

test('REP-3 the file holds what is shown', async ({ page }) => {
  await page.goto(notebookUrl({ by: 'area', every: 'year' }))
  await expect(page.getByRole('table')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('salish-sea-test-beds-inventory-2017-03-01-2017-11-30.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    '\uFEFFYear,Site A,Site B,Site C,Inventory,Received,Harvested,Lost\r\n1 Mar to 30 Nov 2017,729,711,642,2082,3431,1107,242\r\n',
  )
})
