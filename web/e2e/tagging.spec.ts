import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { NOTEBOOK } from './report'
import { expect, test } from './test'

// Harvests are recorded and tagged here: not on the server whose numbers others read.
test.use({ alone: import.meta.url, as: 'manager' })

const choose = (page: Page, group: string, name: RegExp | string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).click()
const success = (page: Page) => page.getByRole('status').filter({ hasText: /^Recorded:/ })

async function harvest(page: Page, bag: string, count: number) {
  await page.goto(`/manage/${NOTEBOOK}/record?activity=harvest`)
  await choose(page, 'Growing area', 'Site A')
  await choose(page, 'Lot', bag)
  await page.getByLabel('Animals harvested').fill(String(count))
}

test('TAG-4 from the water onto tags: a harvest with its facts, and its bags, none of them twice', {
  tag: '@phone',
}, async ({ page, troubles }) => {
  troubles.expect(/^console: Failed to load resource: net::ERR_/)
  await harvest(page, 'raft, bag 4', 25)
  await page.getByRole('button', { name: /^More about this harvest/ }).click()
  await page.getByLabel('Time of landing').fill('06:40')
  await page.getByLabel('Buyer').fill('Pike Place Fish')
  await page.getByLabel('Quantity').fill('25')
  await page.getByLabel('Unit').selectOption('each')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(success(page)).toContainText('Recorded: 25 harvested from Site A, raft, bag 4')
  await page.getByRole('button', { name: /^25 harvested/ }).click()
  await expect(page.getByText(/^25 animals, to Pike Place Fish, landed .*, 06:40$/)).toBeVisible()

  await page.getByRole('link', { name: 'Tag it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tagging' })).toBeVisible()
  await page.getByLabel('Animals in a bag').fill('10')
  await expect(page.getByText('2 bags of 10 and one of 5: all of them')).toBeVisible()
  await page.getByLabel('Bags', { exact: true }).fill('2')
  await expect(page.getByText('5 stay without a tag', { exact: true })).toBeVisible()
  await expectAccessible(page)
  // The batch arrives, and its answer is lost.
  await page.route('**/api/tags', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const send = page.getByRole('button', { name: 'Tag it', exact: true })
  await send.click()
  await expect(page.getByRole('alert')).toContainText('nothing is recorded twice')
  await page.unroute('**/api/tags')
  await send.click()
  await expect(success(page)).toContainText('Recorded: 2 tags for 2 bags of 10, from Site A')
  await expect(success(page)).toContainText('nothing was recorded twice')
  await expectAccessible(page)
  await expect(page.getByRole('list').getByRole('link', { name: /^[0-9a-f]{24}$/ })).toHaveCount(2)

  await page.getByRole('button', { name: 'Tag another harvest' }).click()
  await expect(page.getByText('5 without a tag', { exact: true })).toBeVisible()
})
