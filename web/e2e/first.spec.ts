import type { Page } from '@playwright/test'
import { filledIn } from './filled'
import { NOTEBOOK, STONY } from './report'
import { expect, test } from './test'

test.use({ as: 'manager' })

/** What a report is about: its chart, its squares, its numbers, its boxes. */
const CONTENT: Record<string, (page: Page) => ReturnType<Page['locator']>> = {
  snapshot: (page) => page.getByRole('tabpanel').getByRole('listitem'),
  inventory: (page) => page.getByRole('figure').locator('svg'),
  equipment: (page) => page.getByText('Containers in Use', { exact: true }),
  yield: (page) => page.getByRole('figure').locator('svg'),
  harvest: (page) => page.getByRole('figure').locator('svg'),
  size: (page) => page.getByRole('figure').locator('svg'),
  compare: (page) => page.getByRole('figure').locator('svg'),
  exports: (page) => page.getByRole('heading', { name: 'Snapshot', exact: true, level: 2 }).last(),
}

for (const [report, content] of Object.entries(CONTENT)) {
  test(`content first: ${report}`, { tag: '@phone' }, async ({ page, isMobile }) => {
    const dates = 'dates=custom&from=2017-03-01&to=2017-11-30'
    const first = content(page).first()
    const begins = async (address: string) => {
      await page.goto(address)
      await expect(first).toBeVisible()
      return (await first.boundingBox())?.y
    }
    const budget = isMobile ? 330 : 240
    expect(await begins(`/manage/${NOTEBOOK}?tab=reports&report=${report}&${dates}`)).toBeLessThanOrEqual(budget)
    // An open recall stands above everything else, and holds nothing up.
    expect(await begins(`/manage/${STONY}?tab=reports&report=${report}`)).toBeLessThanOrEqual(budget)
    await expect(page.getByRole('complementary', { name: 'Recall' })).toBeVisible()
    // The one button that is filled is the way to record.
    const filled = await filledIn(page.locator('body'))
    expect(filled).toEqual(['Record'])
  })
}

test('content first: growth', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto(`/manage/${STONY}/growth`)
  const chart = page.getByRole('img', { name: 'Living animals by length' })
  await expect(chart).toBeVisible()
  expect((await chart.boundingBox())?.y).toBeLessThanOrEqual(isMobile ? 330 : 240)
})

test('content first: with filters, a mark and the year before, under the strip of a recall', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await page.route('**/api/v2/getFarmInventory/*', async (route) => {
    const answer = await route.fetch()
    const report = await answer.json()
    const data = report.data.map((row: object) => ({ ...row, mark: 2.5 }))
    await route.fulfill({ json: { ...report, data, season: { ...report.season, mark: 2.5 } } })
  })
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 900 })
  for (const report of ['intervalMortality', 'inventory', 'harvest']) {
    await page.goto(`/manage/${STONY}?tab=reports&report=${report}&before=year&by=area&size=Standard`)
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toBeVisible()
    const chart = page.getByRole('figure').locator('svg').first()
    await expect(chart).toBeVisible()
    expect((await chart.boundingBox())?.y, report).toBeLessThanOrEqual(isMobile ? 330 : 240)
  }
})

test('what is not chosen takes little room, and keeps its name', async ({ page }) => {
  await page.goto(`/manage/${NOTEBOOK}?tab=reports&report=inventory&dates=custom&from=2017-03-01&to=2017-11-30`)
  await expect(page.getByText('+ Split')).toBeVisible()
  const heights = async (names: readonly (readonly ['combobox' | 'button', RegExp])[]) => {
    const boxes = names.map(([role, name]) =>
      page.getByRole(role, { name }).locator('xpath=ancestor-or-self::*[self::label or self::button][1]'),
    )
    return Promise.all(boxes.map(async (box) => (await box.boundingBox())?.height))
  }
  expect(
    await heights([
      ['combobox', /^Growing Areas$/],
      ['button', /^Dates/],
      ['combobox', /^Frequency$/],
      ['combobox', /^Split by$/],
      ['button', /^Filter$/],
    ]),
  ).toEqual([40, 40, 40, 40, 40])
  await page.getByRole('combobox', { name: 'Split by' }).selectOption('Growing Area')
  await expect(page.getByText('+ Split')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Split by' })).toHaveValue('area')
})
