import type { Locator, Page } from '@playwright/test'
import { notebookUrl, numbersOf } from './report'
import { expect, test } from './test'

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  return box
}

const PARTS = ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell'] as const

/** How many of each part of a table the browser tells to assistive technology. */
async function exposed(page: Page): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => role?.value)
  return Object.fromEntries(PARTS.map((part) => [part, roles.filter((role) => role === part).length]))
}

test.describe('the phone', { tag: '@phone-only' }, () => {
  test.use({ as: 'manager' })

  test('REP-2 REP-11 REP-12 REP-13 the filters fold into one sheet', async ({ page }) => {
    await page.goto(notebookUrl())
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await page.getByRole('button', { name: 'All areas, 1 Mar to 30 Nov 2017' }).tap()
    await sheet.getByRole('combobox', { name: 'Growing Areas' }).selectOption('Site A')
    await sheet.getByRole('combobox', { name: 'Frequency' }).selectOption('Yearly')
    await sheet.getByRole('button', { name: 'Show the report' }).tap()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Site A, 1 Mar to 30 Nov 2017' })).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveText(['1 Mar to 30 Nov 2017'])
    expect(await numbersOf(page, '1 Mar to 30 Nov 2017')).toEqual({
      Received: 1197,
      Harvested: 399,
      Lost: 69,
      Inventory: 729,
    })
    await page.reload()
    await expect(page.getByRole('rowheader')).toHaveText(['1 Mar to 30 Nov 2017'])
  })

  test('LIST-2 REP-3 tables become cards', async ({ page }) => {
    await page.goto('/manage')
    const name = await boxOf(page.getByRole('rowheader', { name: /Stony Point/ }))
    const place = await boxOf(page.getByText('Bay Center, Washington, USA'))
    expect(place.y).toBeGreaterThan(name.y)
    await page.goto(notebookUrl({ by: 'area' }))
    const month = await boxOf(page.getByRole('rowheader', { name: 'Nov 2017' }))
    const lost = await boxOf(
      page
        .getByRole('row', { name: /^Nov 2017/ })
        .getByRole('cell')
        .last(),
    )
    expect(lost.y).toBeGreaterThan(month.y)
  })

  test('PUB-8 REP-3 the cards are still told as tables, in every browser', async ({ page }) => {
    await page.goto(notebookUrl())
    await expect(page.getByRole('row', { name: /^Nov 2017/ })).toBeVisible()
    expect(await exposed(page)).toEqual({
      table: 1,
      rowgroup: 2,
      row: 10,
      columnheader: 5,
      rowheader: 9,
      cell: 36,
    })
    // Browsers differ in what they forget of elements that are laid out otherwise: each states its role.
    const silent = page.locator('table, thead, tbody, tr, th, td').and(page.locator(':not([role])'))
    await expect(silent).toHaveCount(0)
  })
})
