import { readFile } from 'node:fs/promises'
import { openTab } from './farm-nav'
import { chooseDates, figure, notebookUrl, numbersOf } from './report'
import { expect, test } from './test'
import { visit } from './visit'

test.use({ as: 'manager' })

test.describe("the notebook's numbers", { tag: '@phone' }, () => {
  test('REP-5 REP-13 of all sites, by growing area, by equipment, and of two values of a field', async ({ page }) => {
    await page.goto(notebookUrl())
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
    expect(await numbersOf(page, 'Nov 2017')).toEqual({ Received: 3431, Harvested: 1107, Lost: 242, Inventory: 2082 })
    expect((await numbersOf(page, 'Jun 2017')).Inventory).toBe(2818)
    await expect(figure(page)).toContainText(
      '2,082 alive on 30 Nov 2017, down 1,408 since 31 Mar 2017: 1,107 harvested, 242 lost, 59 fewer found than expected.',
    )
    await visit(page, notebookUrl({ by: 'area' }))
    expect(await numbersOf(page, 'Nov 2017')).toEqual({
      'Site A': 729,
      'Site B': 711,
      'Site C': 642,
      Received: 3431,
      Harvested: 1107,
      Lost: 242,
      Inventory: 2082,
    })
    expect(await numbersOf(page, 'Jun 2017')).toMatchObject({ 'Site A': 981, Inventory: 2818 })
    await visit(page, notebookUrl({ by: 'equipment' }))
    expect(await numbersOf(page, 'Nov 2017')).toMatchObject({ beach: 1063, raft: 1019, Inventory: 2082 })
    await visit(page, `${notebookUrl()}&equipment=beach&equipment=raft`)
    expect((await numbersOf(page, 'Nov 2017')).Inventory).toBe(2082)
  })
})

test('REP-2 REP-5 site A alone', async ({ page }) => {
  await page.goto(notebookUrl())
  await expect(page.getByRole('combobox', { name: 'Growing Areas' }).getByRole('option')).toHaveText([
    'All',
    'Site A',
    'Site B',
    'Site C',
  ])
  await page.getByRole('combobox', { name: 'Growing Areas' }).selectOption('Site A')
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('729')
  expect(await numbersOf(page, 'Nov 2017')).toEqual({ Received: 1197, Harvested: 399, Lost: 69, Inventory: 729 })
  expect((await numbersOf(page, 'Jun 2017')).Inventory).toBe(981)
  const option = page.getByRole('combobox', { name: 'Growing Areas' }).getByRole('option', { name: 'Site A' })
  await expect(page).toHaveURL(new RegExp(`[?&]area=${await option.getAttribute('value')}`))
  await page.reload()
  await expect(
    page.getByRole('combobox', { name: 'Growing Areas' }).getByRole('option', { selected: true }),
  ).toHaveText('Site A')
  expect((await numbersOf(page, 'Nov 2017')).Inventory).toBe(729)
})

test('REP-1 REP-5 on the way from the list, by the controls', async ({ page }) => {
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
  expect(await numbersOf(page, 'Nov 2017')).toMatchObject({ Received: 3431, Inventory: 2082 })
  await expect(page).toHaveURL(/[?&]from=2017-03-01&to=2017-11-30&view=table$/)
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
  expect((await numbersOf(page, 'Nov 2017')).Inventory).toBe(1063)
  await field('locationPlanted').getByRole('checkbox', { name: 'Site A' }).check()
  await expect(page).toHaveURL(/place=Site\+A/)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Filter' })).toContainText('2 chosen')

  await page.reload()
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

test('REP-3 chart and table change by a press, in the URL', async ({ page }) => {
  await page.goto(notebookUrl({ view: 'chart', by: 'area' }))
  await expect(page.getByRole('application')).toHaveAccessibleName(/^Living animals, end of month/)
  await expect(figure(page)).toContainText('2,082 alive on 30 Nov 2017')
  await expect(figure(page).getByRole('listitem')).toHaveText([/Site A 729/, /Site B 711/, /Site C 642/])
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Living animals, end of month' })).toBeVisible()
  await expect(page).toHaveURL(/view=table/)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Chart' })).toBeChecked()
  await expect(page.getByRole('table')).toHaveCount(0)
  // The chart is read by the arrow keys.
  await visit(page, notebookUrl({ view: 'chart', by: 'equipment' }))
  const chart = page.getByRole('application')
  await expect(chart).toBeVisible()
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect(figure(page).getByRole('status')).toContainText(/2017/)
  await expect(figure(page).getByRole('status')).toContainText('beach')
})

test('REP-12 frequencies make the rows', async ({ page }) => {
  await page.goto(notebookUrl())
  const every = page.getByRole('combobox', { name: 'Frequency' })
  await expect(every.getByRole('option')).toHaveText(['Yearly', 'Monthly', 'Weekly', 'Daily'])
  await expect(every).toHaveValue('month')
  await every.selectOption('Yearly')
  await expect(page.getByRole('rowheader')).toHaveText(['1 Mar to 30 Nov 2017'])
  expect(await numbersOf(page, '1 Mar to 30 Nov 2017')).toEqual({
    Received: 3431,
    Harvested: 1107,
    Lost: 242,
    Inventory: 2082,
  })
  await every.selectOption('Daily')
  await expect(page).toHaveURL(/every=day/)
  await expect(page.getByRole('rowheader')).toHaveCount(275)
  await page.reload()
  await expect(page.getByRole('rowheader').last()).toHaveText('30 Nov 2017')
  await every.selectOption('Weekly')
  await expect(page.getByRole('columnheader').first()).toHaveText('Week')
  await expect(page.getByRole('rowheader').last()).toHaveText('27 to 30 Nov 2017')
  expect((await numbersOf(page, '27 to 30 Nov 2017')).Inventory).toBe(2082)
})

test('REP-11 ranges: the words, and a custom one asked only when it is whole', async ({ page }) => {
  await page.goto('/manage/5f0000000000000000000002?tab=reports&report=inventory&view=table')
  const dates = page.getByRole('button', { name: /^Dates/ })
  await expect(dates).toHaveText('Dates Last 90 days')
  await dates.click()
  const panel = page.getByRole('dialog', { name: 'Dates' })
  await expect(panel.getByRole('button')).toHaveText([
    'Last 7 Days',
    'Last 30 days',
    'Last 90 days',
    'Last 180 days',
    'Last 365 days',
    'Season to date',
    'From the first planting',
    'All time',
    'Custom',
  ])
  await expect(page.getByRole('table')).toBeVisible()

  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') asked.push(request.postDataJSON())
  })
  await panel.getByRole('button', { name: 'Custom' }).click()
  await page.getByLabel('From', { exact: true }).fill('2026-03-01')
  await expect(page.getByText('Choose a start and an end date.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2026-02-01')
  await expect(page.getByText('The start is after the end.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2999-01-01')
  await expect(page.getByText('Nothing later than today can be shown.')).toBeVisible()
  expect(asked).toEqual([])
  await page.getByLabel('To', { exact: true }).fill('2026-04-15')
  await expect(page.getByRole('rowheader')).toHaveText(['Mar 2026', '1 to 15 Apr 2026'])
  expect(asked).toMatchObject([{ dateRange: 'Custom', startDate: '2026-03-01', endDate: '2026-04-15' }])
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

test.describe('on a day that is set', () => {
  test.use({ apart: true })

  test('REP-11 the calendar offers nothing later than today', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-10-14T20:00:00Z'))
    await page.goto('/manage/5f0000000000000000000002?tab=reports&report=inventory&dates=custom')
    await page.getByRole('button', { name: 'Choose the days' }).click()
    const calendar = page.getByRole('dialog', { name: 'Dates' })
    await expect(calendar.getByRole('button', { name: '15 October 2026' })).toBeDisabled()
    await calendar.getByRole('button', { name: /^\w+, 5 October 2026/ }).click()
    await calendar.getByRole('button', { name: '14 October 2026' }).click()
    await expect(page).toHaveURL(/from=2026-10-05&to=2026-10-14/)
  })
})

test('REP-11 REP-12 REP-14 a busy farm shows something true by default', async ({ page }) => {
  await page.goto('/manage/5f0000000000000000000002?tab=reports&report=inventory&by=area')
  await expect(figure(page)).toContainText(/^Living animals, end of month/)
  await expect(figure(page)).toContainText(/\d,\d{3} alive on \d{1,2} \w{3} \d{4}/)
  await expect(figure(page).locator('[data-axis=numbers]')).toContainText(/\d+\.\dK/)
  await visit(page, '/manage/5f0000000000000000000002?tab=reports&report=inventory&by=area&view=table')
  await expect(figure(page)).toHaveAttribute('aria-busy', 'false')
  const months = await page.getByRole('rowheader').allTextContents()
  expect(months.length).toBeGreaterThanOrEqual(4)
  for (const month of months) {
    const { Received, Harvested, Lost, Inventory, ...areas } = await numbersOf(page, month)
    expect(Inventory).toBeGreaterThan(10_000)
    expect(Inventory).toBe((Received ?? 0) - (Harvested ?? 0) - (Lost ?? 0))
    expect(Object.keys(areas)).toHaveLength(3)
    expect(Object.values(areas).reduce((sum, count) => sum + count, 0)).toBe(Inventory)
  }
  // A range with nothing in it says so and offers a longer one.
  await visit(
    page,
    '/manage/5f0000000000000000000002?tab=reports&report=inventory&dates=custom&from=2001-01-01&to=2001-12-31',
  )
  await expect(page.getByText('No animals were on the farm in these dates.')).toBeVisible()
  await page.getByRole('button', { name: 'All time' }).click()
  await expect(page).toHaveURL('/manage/5f0000000000000000000002?tab=reports&report=inventory&dates=all')
  await expect(figure(page)).toContainText(/alive on/)
})

test('REP-16 a failing query says so, leaves the page usable and can be asked again', async ({ page, troubles }) => {
  troubles.expect(/^500 \/api\/v2\/getFarmInventory\//)
  await page.route('**/api/v2/getFarmInventory/**', (route) =>
    route.fulfill({ status: 500, json: { message: 'The books could not be read.' } }),
  )
  await page.goto(notebookUrl())
  await expect(page.getByRole('alert')).toContainText('The books could not be read.')
  await openTab(page, 'Farm Info')
  await expect(page.getByRole('region', { name: 'Leases' })).toBeVisible()
  await openTab(page, 'Reports')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/v2/getFarmInventory/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('2,082')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('REP-16 the numbers there were stay while the next question fails', async ({ page, troubles }) => {
  troubles.expect(/^console: Failed to load resource: net::ERR_/)
  await page.goto(notebookUrl())
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('2,082')
  await page.route('**/api/v2/getFarmInventory/**', (route) => route.abort())
  await page.getByRole('combobox', { name: 'Growing Areas' }).selectOption('Site B')
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.')
  await page.getByRole('combobox', { name: 'Growing Areas' }).selectOption('All')
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('2,082')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('REP-16 what a URL asks wrongly is told, and put right by the controls', async ({ page }) => {
  await page.goto(notebookUrl({ area: 'no-such-area' }))
  const gone = page.getByText('This address names a growing area that is no longer on the farm.')
  await expect(gone).toBeVisible()
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('2,082')
  await page.getByRole('combobox', { name: 'Growing Areas' }).selectOption('Site C')
  await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('642')
  await expect(gone).toHaveCount(0)
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
