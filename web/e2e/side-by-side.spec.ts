import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './test'
import { visit } from './visit'

const URL = '/manage/side-by-side?dates=all'

const rows = (page: Page) => page.getByRole('rowheader')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
/** The numbers of a row, in the order of the columns. */
const numbers = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')

test.describe('a manager of several farms', () => {
  test.use({ as: 'manager' })

  test('SIDE-1 comes from the list and sees the figures that the reports have', async ({ page }) => {
    await page.goto('/manage')
    await page.getByRole('link', { name: 'Side by side' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Side by side' })).toBeVisible()
    await expect(page).toHaveTitle('Side by side · Merroir')
    await expect(rows(page)).toHaveText([
      'All 5 farms',
      /^Bahía Falsa Ostiones/,
      /^Damariscotta Tide Farm/,
      /^Gooseberry Cove Oysters/,
      /^Salish Sea Test Beds/,
      /^Stony Point Shellfish/,
    ])
    await visit(page, URL)
    // What docs/formulas.md works out of the notebook by hand.
    await expect(numbers(page, 'Growing areas of Salish Sea Test Beds Salish Sea Test Beds')).toHaveText([
      '2,082',
      '1,107',
      '7.05%',
      '7.05%',
      '62.5',
    ])
    await page.getByRole('button', { name: 'Growing areas of Salish Sea Test Beds' }).click()
    await expect(numbers(page, 'Site B')).toHaveText(['711', '360', '9.77%', '9.77%', '61.3'])
  })

  test('sorts by each figure, and Back undoes that', async ({ page }) => {
    await page.goto(URL)
    await head(page, 'Inventory').getByRole('button').click()
    await expect(page).toHaveURL(/sort=-animals/)
    await expect(head(page, 'Inventory')).toHaveAttribute('aria-sort', 'descending')
    await expect(rows(page).nth(1)).toHaveText(/^Stony Point/)
    await head(page, 'Inventory').getByRole('button').click()
    await expect(head(page, 'Inventory')).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page).nth(1)).toHaveText(/^Gooseberry Cove/)
    await page.goBack()
    await expect(rows(page).nth(1)).toHaveText(/^Stony Point/)
    await head(page, 'Average Size (mm)').getByRole('button').press('Enter')
    await expect(rows(page).nth(1)).toHaveText(/^Salish Sea/)
    // What is not known comes last either way.
    await expect(rows(page).last()).toHaveText(/^Gooseberry Cove/)
  })

  test('opens a farm by the keyboard, and its report of the same days', async ({ page }) => {
    await page.goto('/manage/side-by-side?dates=custom&from=2017-03-01&to=2017-06-30&name=salish')
    await expect(rows(page)).toHaveCount(1)
    const open = page.getByRole('button', { name: 'Growing areas of Salish Sea Test Beds' })
    await open.press('Enter')
    await expect(open).toHaveAttribute('aria-expanded', 'true')
    await expect(rows(page)).toHaveCount(4)
    await page.getByRole('link', { name: 'Site A' }).click()
    await expect(page).toHaveURL(/tab=reports&report=inventory.*dates=custom&from=2017-03-01&to=2017-06-30/)
    await expect(page.getByRole('figure').first()).toContainText('Inventory')
    await page.goBack()
    await expect(rows(page)).toHaveCount(4)
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
  })

  test('narrows the figures to the lots of a filter, and says what was known on a day', async ({ page }) => {
    await page.goto(URL)
    await expect(rows(page)).toHaveCount(6)
    await page.getByRole('button', { name: 'Filter' }).click()
    const equipment = page.getByRole('group', { name: 'Equipment' })
    await equipment.getByRole('searchbox', { name: 'Find in Equipment' }).fill('raft')
    await equipment.getByRole('checkbox', { name: 'raft', exact: true }).check()
    await expect(page).toHaveURL(/equipment=raft/)
    await page.keyboard.press('Escape')
    const salish = numbers(page, 'Growing areas of Salish Sea Test Beds Salish Sea Test Beds')
    await expect(salish.first()).toHaveText('1,019')
    await expect(salish.last()).toHaveText('68.2')
    await expectAccessible(page)
    // Its own report is of the same lots.
    await page.getByRole('link', { name: 'Salish Sea Test Beds', exact: true }).click()
    await expect(page).toHaveURL(/equipment=raft/)
    await page.goBack()
    const chosen = page.getByRole('list', { name: 'Chosen filters' })
    await chosen.getByRole('button', { name: 'Remove Equipment: raft' }).click()
    await expect(salish.first()).toHaveText('2,082')
    await page.goBack()
    await expect(salish.first()).toHaveText('1,019')

    await visit(page, `${URL}&known=2020-05-01`) // before anything of the demo was recorded
    await expect(numbers(page, 'Salish Sea Test Beds')).toHaveText(['0', '0', '–', '–', '–'])
    await page.getByRole('button', { name: 'Remove As known on 1 May 2020' }).click()
    await expect(page).not.toHaveURL(/known/)
    await expect(numbers(page, 'Growing areas of Salish Sea Test Beds Salish Sea Test Beds').first()).toHaveText(
      '2,082',
    )
  })

  test('sets beside each figure that of the same period last year', async ({ page }) => {
    // The year after the notebook: what it came to at the end of 2017 was still so at the end of 2018.
    await page.goto('/manage/side-by-side?dates=custom&from=2018-01-01&to=2018-12-31&name=salish')
    await expect(numbers(page, 'Growing areas of Salish Sea Test Beds Salish Sea Test Beds').nth(1)).toHaveText('0')
    const lastYear = page.getByRole('button', { name: 'Same period last year' })
    await lastYear.press('Enter')
    await expect(lastYear).toHaveAttribute('aria-pressed', 'true')
    await expect(numbers(page, 'Growing areas of Salish Sea Test Beds Salish Sea Test Beds')).toHaveText([
      '2,082 2,082 last year',
      '0 1,107 last year',
      '7.05% 7.05% last year',
      '0.0% 7.05% last year',
      '62.5 62.5 last year',
    ])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Salish Sea Test Beds', exact: true }).click()
    await expect(page).toHaveURL(/before=year/)
    await page.goBack()
    await page.goBack()
    await expect(page).not.toHaveURL(/before/)
  })

  test('takes the figures of all farms as a file; finds a farm by its name, and is told where none has it', async ({
    page,
  }) => {
    await page.goto(`${URL}&limit=5`)
    await expect(rows(page)).toHaveCount(6)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('side-by-side.csv')
    const file = await readFile(await download.path(), 'utf8')
    expect(file).toContain(
      'Farm,Growing area,From,To,Inventory,Harvest,% Mortality,% Interval Mortality,Average Size (mm)',
    )
    expect(file).toMatch(/Salish Sea Test Beds,,,[-\d]+,2082,1107,7\.05,7\.05,62\.48\r\n/)
    expect(file).toMatch(/Salish Sea Test Beds,Site B,,[-\d]+,711,360,9\.77,9\.77,61\.34\r\n/)
    await page.getByLabel('Search by name').fill('stony')
    await expect(rows(page)).toHaveCount(1)
    await page.getByLabel('Search by name').fill('no such farm')
    await expect(page.getByText('No farm matches “no such farm”.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all farms' }).click()
    await expect(rows(page)).toHaveCount(6)
  })
})

test.describe('staff', () => {
  test.use({ as: 'admin' })

  test('see every farm', async ({ page }) => {
    await page.goto('/farms')
    await page.getByRole('link', { name: 'Side by side' }).click()
    await expect(rows(page).first()).toHaveText(/^All \d+ farms$/)
    await expect(rows(page).filter({ hasText: 'Pittwater' })).toHaveCount(1)
  })
})
