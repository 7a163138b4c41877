import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expectNoSideScroll } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

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
const BY_NAME = [BY_ID[3], BY_ID[2], BY_ID[4], BY_ID[0], BY_ID[1]] as string[]

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
  })

  test('LIST-2 a press anywhere on a row opens the farm', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/manage')
    await page.getByText('Walpole, Maine, USA').click()
    await expect(page).toHaveURL('/manage/5f0000000000000000000003')
    await page.goBack()
    await page.getByRole('link', { name: 'View Details of Salish Sea Test Beds' }).click()
    await expect(page).toHaveURL('/manage/5f0000000000000000000001')
  })

  test('LIST-1 LIST-5 sorts by id and name, both ways, in the URL', async ({ page }) => {
    await page.goto('/manage')
    await unfold(page)
    const sort = page.getByRole('combobox', { name: 'Sort' })
    await expect(sort).toHaveValue('_id')
    await sort.selectOption({ label: 'Name ascending' })
    await expect(page).toHaveURL('/manage?sort=name')
    await expect(names(page)).toHaveText(BY_NAME)
    await sort.selectOption({ label: 'Name descending' })
    await expect(page).toHaveURL('/manage?sort=-name')
    await expect(names(page)).toHaveText(BY_NAME.toReversed())
    await sort.selectOption({ label: 'Id descending' })
    await expect(names(page)).toHaveText(BY_ID.toReversed())
    await page.reload()
    await expect(names(page)).toHaveText(BY_ID.toReversed())
    await page.goBack()
    await expect(sort).toHaveValue('-name')
    await expect(names(page)).toHaveText(BY_NAME.toReversed())
    await page.goForward()
    await expect(page).toHaveURL('/manage?sort=-_id')
  })

  test('LIST-1 LIST-5 finds by name and company name, whatever the case', async ({ page }) => {
    await page.goto('/manage')
    const search = page.getByRole('searchbox', { name: 'Search by name' })
    await search.fill('FIELD notebook')
    await expect(names(page)).toHaveText([BY_ID[0] as string])
    await expect(page).toHaveURL('/manage?name=FIELD+notebook')
    await expect(page.getByText('Rows 1 - 1 of 1')).toBeVisible()
    await page.reload()
    await expect(search).toHaveValue('FIELD notebook')
    await expect(names(page)).toHaveText([BY_ID[0] as string])
    await page
      .getByRole('row', { name: /Salish/ })
      .getByRole('link', { name: /^View Details/ })
      .click()
    await expect(page).toHaveURL('/manage/5f0000000000000000000001')
    await page.goBack()
    await expect(search).toHaveValue('FIELD notebook')
    await expect(names(page)).toHaveCount(1)
    await search.fill('')
    await expect(page).toHaveURL('/manage')
    await expect(names(page)).toHaveCount(5)
  })

  test('LIST-1 nothing found: what was looked for, as it is, and a way back; accents do not matter', async ({
    page,
  }) => {
    await page.goto('/manage?name=%25')
    await expect(page.getByText('No farm matches “%”.')).toBeVisible()
    await visit(page, '/manage?name=Pittwater')
    await expect(page.getByText('No farm matches “Pittwater”.')).toBeVisible()
    await expect(page.getByText('Check the spelling, search for part of the name')).toBeVisible()
    await expect(names(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all farms' }).click()
    await expect(page).toHaveURL('/manage')
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(names(page)).toHaveCount(5)
    for (const words of ['bahia falsa', 'BAHÍA', 'san quintin']) {
      await page.getByRole('searchbox').fill(words)
      await expect(names(page)).toHaveText([BY_ID[3] as string])
    }
  })

  test('LIST-1 the search is cleared by its button, and says how many there are', async ({ page }) => {
    await page.goto('/manage')
    const said = page.getByRole('status').filter({ hasText: /farm/ })
    await expect(said).toHaveText('5 farms')
    const search = page.getByRole('searchbox')
    await search.fill('oyster')
    await expect(said).toHaveText('1 farm matches oyster')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(search).toHaveValue('')
    await expect(search).toBeFocused()
    await expect(page).toHaveURL('/manage')
    await expect(said).toHaveText('5 farms')
    await expect(page.getByRole('button', { name: 'Clear the search' })).toHaveCount(0)
  })

  test('LIST-1 a late answer to what was typed before changes nothing', async ({ page }) => {
    const asked: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/farms?**', async (route) => {
      const name = new URL(route.request().url()).searchParams.get('name') ?? ''
      asked.push(name)
      if (name === 'sea') await released
      await route.continue().catch(() => undefined)
    })
    await page.goto('/manage')
    await expect(names(page)).toHaveText(BY_ID)
    const search = page.getByRole('searchbox')
    await search.fill('sea')
    await expect.poll(() => asked.at(-1)).toBe('sea')
    // The rows of before stay until there are new ones.
    await expect(names(page)).toHaveText(BY_ID)
    await search.fill('stony')
    await expect(names(page)).toHaveText([BY_ID[1] as string])
    release()
    await expect(page).toHaveURL('/manage?name=stony')
    await expect(names(page)).toHaveText([BY_ID[1] as string])
    expect(asked).toEqual(['', 'sea', 'stony'])
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

  test('LIST-1 LIST-5 choose how many rows, 20 when nothing is chosen', async ({ page }) => {
    await page.goto('/farms?page=2&limit=5')
    await expect(names(page)).toHaveCount(5)
    const limit = page.getByRole('combobox', { name: 'Limit' })
    await expect(limit.getByRole('option')).toHaveText(['5', '10', '20', '50', '100'])
    await limit.selectOption('10')
    await expect(page).toHaveURL('/farms?limit=10')
    await expect(page.getByText('Rows 1 - 10 of 16')).toBeVisible()
    await visit(page, '/farms')
    await expect(limit).toHaveValue('20')
    await expect(page.getByText('Rows 1 - 16 of 16')).toBeVisible()
    // A new search begins on the first page.
    await visit(page, '/farms?limit=5&page=3')
    await page.getByRole('searchbox').fill('bay')
    await expect(page).toHaveURL('/farms?limit=5&name=bay')
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
  })

  test('LIST-3 LIST-5 what the URL says wrongly falls back to the defaults, and a page beyond the last leads to it', async ({
    page,
  }) => {
    await page.goto('/farms?limit=7&sort=shoe&page=-1')
    await expect(page.getByText('Rows 1 - 16 of 16')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('_id')
    await visit(page, `/farms?name=${'x'.repeat(201)}`)
    await expect(page.getByText('Rows 1 - 16 of 16')).toBeVisible()
    await visit(page, '/farms?limit=5&page=99')
    await expect(page.getByText('There are no farms on this page.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await expect(page).toHaveURL('/farms?limit=5&page=4')
    await expect(page.getByText('Rows 16 - 16 of 16')).toBeVisible()
    await visit(page, '/farms?limit=5&page=99&name=bay')
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
  })

  test("LIST-2 LIST-4 tell distributors from farms, and 'Create New' leads to the form", async ({ page }) => {
    await page.goto('/farms')
    const row = page.getByRole('row', { name: /Elliott Bay Seafood/ })
    await expect(row.getByRole('cell', { name: 'distributor', exact: true })).toBeVisible()
    await expect(row.getByRole('link')).toHaveAttribute('href', '/farms/5f0000000000000000000006')
    await page.getByRole('link', { name: 'Create New' }).click()
    await expect(page).toHaveURL('/farms/setup')
  })

  test('LIST-3 LIST-5 a failing list says so and can be asked again', async ({ page, troubles }) => {
    troubles.expect(/^500 \/api\/farms$/)
    await page.route('**/api/farms?**', (route) =>
      route.fulfill({ status: 500, json: { message: 'The tide is out.' } }),
    )
    await page.goto('/farms')
    await expect(page.getByRole('alert')).toContainText('The tide is out.')
    await page.unroute('**/api/farms?**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Rows 1 - 16 of 16')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

interface Found {
  name: string
  owner: string
  city: string
  email: string
  certificates: string[]
}

test.describe('the list of staff', { tag: '@phone' }, () => {
  test.use({ as: 'admin' })

  test('LIST-1 LIST-5 is narrowed, by its address too, and comes as a file', {
    tag: '@phone',
  }, async ({ page }) => {
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

  test('LIST-2 has the columns that were chosen, here and from then on', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/farms?name=Stony')
    await page.getByRole('button', { name: 'Filters and columns' }).click()
    for (const column of ['Owner', 'Tagging']) await page.getByRole('checkbox', { name: column }).check({ force: true })
    await page.reload()
    const row = page.getByRole('row', { name: /Stony Point/ })
    await expect(row).toContainText('Active')
    if ((page.viewportSize()?.width ?? 0) > 640)
      await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeVisible()
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
  })

  test('LIST-1 finds a farm by its owner, city, email and certificate', async ({ page }) => {
    await page.goto('/farms')
    const [first] = await page.evaluate(async () => {
      const token = sessionStorage.getItem('token')
      const answer = await fetch('/api/farms?limit=100&certificate=any', {
        headers: { Authorization: `Bearer ${token}` },
      })
      const { data } = (await answer.json()) as { data: Found[] }
      return data
    })
    if (!first) throw new Error('no farm has a certificate')
    for (const words of [first.owner, first.city, first.email, first.certificates[0] ?? '']) {
      expect(words).not.toBe('')
      await page.getByRole('searchbox').fill(words)
      await expect(page).toHaveURL((url) => url.searchParams.get('name') === words)
      await expect(page.getByRole('rowheader', { name: first.name })).toBeVisible()
      await expect.poll(() => page.getByRole('rowheader').count()).toBeLessThan(16)
    }
  })
})
