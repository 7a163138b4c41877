import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expectNoSideScroll } from './sight'
import { expect, test } from './test'

/** Names of the rows in the order shown, company names in their brackets. */
const names = (page: Page) => page.getByRole('rowheader')

/** Where all farms fit on any page, what sorts and turns waits behind its name. */
const unfold = (page: Page) => page.getByText('Sort, limit and pages').click()

const BY_ID = [
  'Salish Sea Test Beds (Field Notebook 2017)',
  'Stony Point Shellfish (Bay Center Selects LLC)',
  'Damariscotta Tide Farm',
  'Bahía Falsa Ostiones (Productores de San Quintín)',
  'Gooseberry Cove Oysters',
]

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test("LIST-1 LIST-2 LIST-4 sees the own farms alone, with counts, the way to each, and no 'Create New'", async ({
    page,
  }) => {
    await page.goto('/manage')
    await expect(page.getByRole('heading', { level: 1, name: 'Farms' })).toBeVisible()
    await expect(page).toHaveTitle('Farms · Merroir')
    await expect(names(page)).toHaveText(BY_ID)
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
    await expect(page.getByText('Rows 1 - 5 of 5')).toBeVisible()
    await unfold(page)
    await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    // A row has type, tick, place and the way to the details.
    const stony = page.getByRole('row', { name: /Stony Point/ })
    await expect(stony.getByRole('cell', { name: 'farm', exact: true })).toBeVisible()
    await expect(stony.getByRole('cell', { name: 'Paper discount' })).toBeVisible()
    await expect(stony.getByRole('cell', { name: 'Bay Center, Washington, USA' })).toBeVisible()
    const link = stony.getByRole('link', { name: /^View Details/ })
    await expect(link).toHaveText('View Details')
    await expect(link).toHaveAttribute('href', '/manage/5f0000000000000000000002')
    await expect(page.getByRole('row', { name: /Salish/ }).getByRole('cell', { name: 'Paper discount' })).toHaveCount(0)
    await expect(page.getByText('Create New')).toHaveCount(0)
    // A press anywhere on a row opens the farm.
    await page.getByText('Walpole, Maine, USA').click()
    await expect(page).toHaveURL('/manage/5f0000000000000000000003')
  })

  test('LIST-1 LIST-5 finds by name and company name, whatever the case and the accents, and says how many', async ({
    page,
  }) => {
    await page.goto('/manage')
    const said = page.getByRole('status').filter({ hasText: /farm/ })
    await expect(said).toHaveText('5 farms')
    const search = page.getByRole('searchbox', { name: 'Search by name' })
    await search.fill('FIELD notebook')
    await expect(names(page)).toHaveText([BY_ID[0] as string])
    await expect(page).toHaveURL('/manage?name=FIELD+notebook')
    await expect(page.getByText('Rows 1 - 1 of 1')).toBeVisible()
    await expect(said).toHaveText('1 farm matches FIELD notebook')
    await page.reload()
    await expect(search).toHaveValue('FIELD notebook')
    await page
      .getByRole('row', { name: /Salish/ })
      .getByRole('link', { name: /^View Details/ })
      .click()
    await expect(page).toHaveURL('/manage/5f0000000000000000000001')
    await page.goBack()
    await expect(search).toHaveValue('FIELD notebook')
    await expect(names(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(search).toBeFocused()
    await expect(page).toHaveURL('/manage')
    await expect(said).toHaveText('5 farms')
    for (const words of ['bahia falsa', 'san quintin']) {
      await search.fill(words)
      await expect(names(page)).toHaveText([BY_ID[3] as string])
    }
    // A farm of others.
    await search.fill('Pittwater')
    await expect(page.getByText('No farm matches “Pittwater”.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all farms' }).click()
    await expect(page).toHaveURL('/manage')
    await expect(search).toHaveValue('')
    await expect(names(page)).toHaveCount(5)
  })
})

test.describe('staff', () => {
  test.use({ as: 'admin' })

  test('LIST-3 LIST-5 page through all farms, in the URL', async ({ page }) => {
    await page.goto('/farms?sort=name&limit=5')
    await expect(page.getByText('Page 1 of 4')).toBeVisible()
    await expect(page.getByText('Rows 1 - 5 of 16')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL('/farms?sort=name&limit=5&page=2')
    await expect(page.getByText('Page 2 of 4')).toBeVisible()
    await expect(page.getByText('Rows 6 - 10 of 16')).toBeVisible()
    await expect(names(page).first()).toContainText('Elliott Bay Seafood')
    await page.reload()
    await expect(page.getByText('Page 2 of 4')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Rows 16 - 16 of 16')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    // Next is off now: the focus has gone to the button that is left.
    await expect(page.getByRole('button', { name: 'Prev' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Page 3 of 4')).toBeVisible()
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/farms?sort=name&limit=5&page=2')
    await expect(page.getByText('Page 2 of 4')).toBeVisible()
  })

  test("LIST-2 LIST-4 tell distributors from farms, and 'Create New' leads to the form", async ({ page }) => {
    await page.goto('/farms')
    const row = page.getByRole('row', { name: /Elliott Bay Seafood/ })
    await expect(row.getByRole('cell', { name: 'distributor', exact: true })).toBeVisible()
    await expect(row.getByRole('link')).toHaveAttribute('href', '/farms/5f0000000000000000000006')
    await page.getByRole('link', { name: 'Create New' }).click()
    await expect(page).toHaveURL('/farms/setup')
  })
})

test.describe('the list of staff', () => {
  test.use({ as: 'admin' })

  test('LIST-1 LIST-5 is narrowed, by its address too, and comes as a file', async ({ page }) => {
    await page.goto('/farms')
    await expect(page.getByText('Rows 1 - 16 of 16')).toBeVisible()
    await page.getByRole('button', { name: 'Filters and columns' }).click()
    const tools = page.getByRole('region', { name: 'Filters and columns' })
    await tools.getByLabel('Country').selectOption('USA')
    await tools.getByLabel('State').selectOption('Washington')
    await expect(page).toHaveURL('/farms?country=USA&state=Washington')
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
    await expect(rows.filter({ hasNotText: 'Washington, USA' })).toHaveCount(0)
    await expect(rows.first()).toBeVisible()
    await page.reload()
    await expect(tools.getByLabel('State')).toHaveValue('Washington')
    await expectAccessible(page)
    await tools.getByLabel('Type').selectOption('Distributor')
    await tools.getByRole('combobox', { name: 'Certificate' }).selectOption('None on record')
    const file = page.waitForEvent('download')
    await tools.getByRole('button', { name: 'CSV' }).click()
    expect((await file).suggestedFilename()).toBe('farms.csv')
    await tools.getByRole('combobox', { name: 'Tagging' }).selectOption('Setup not paid')
    await expect(page.getByText('No farm matches the filters.')).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/farms')
    await expect(page.getByText('Rows 1 - 16 of 16')).toBeVisible()
  })

  test('LIST-2 has the columns that were chosen, here and from then on', async ({ page }) => {
    await page.goto('/farms?name=Stony')
    await page.getByRole('button', { name: 'Filters and columns' }).click()
    for (const column of ['Owner', 'Tagging']) await page.getByRole('checkbox', { name: column }).check({ force: true })
    await page.reload()
    const row = page.getByRole('row', { name: /Stony Point/ })
    await expect(row).toContainText('Active')
    await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeVisible()
    await expectNoSideScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row).toContainText('Active')
    await expectNoSideScroll(page)
  })

  test('LIST-2 with every column chosen no word is broken, on a desk of any width', async ({ page }) => {
    await page.goto('/farms')
    await page.evaluate(() => localStorage.setItem('farm-columns', 'Owner,Email,Phone,Tagging,Certificates'))
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/farms')
      await expect(page.getByRole('columnheader', { name: 'Certificates' })).toBeVisible()
      const cells = page.getByRole('rowheader').or(page.getByRole('cell'))
      const broken = await cells.evaluateAll((cells) => {
        const texts = cells.flatMap((cell) => {
          const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
          return [...Array(99)].map(() => walk.nextNode()).filter((node) => node !== null)
        })
        return texts.flatMap((node) =>
          [...(node.textContent ?? '').matchAll(/[^\s-]+/g)]
            .filter(({ 0: word, index }) => {
              const range = document.createRange()
              range.setStart(node, index)
              range.setEnd(node, index + word.length)
              return range.getClientRects().length > 1
            })
            .map(([word]) => word),
        )
      })
      expect(broken).toEqual([])
      await expectNoSideScroll(page)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideScroll(page, 'it scrolls sideways on a phone')
  })
})
