import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { NOTEBOOK } from './report'
import { expect, test } from './test'

// Harvests are recorded and tagged here: not on the server whose numbers others read.
test.use({ alone: import.meta.url, as: 'manager' })

const STONY = '5f0000000000000000000002'

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

test('TAG-5 on to the market: split, received by another firm, shipped; refused where it must be', async ({
  page,
  serverUrl,
  troubles,
}) => {
  troubles.expect(/^400 \/api\/tags/)
  const tagging = (farm: string, search: string) => page.goto(`/manage/${farm}/tagging?${search}`)
  await harvest(page, 'raft, bag 5', 20)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await page.getByRole('link', { name: 'Tag it' }).click()
  await page.getByLabel('Animals in a bag').fill('20')
  await page.getByLabel('Bags', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Tag it', exact: true }).click()
  const made = page.getByRole('list').getByRole('link', { name: /^[0-9a-f]{24}$/ })
  const bag = (await made.textContent()) ?? ''

  await tagging(NOTEBOOK, `event=split&tags=${bag}`)
  await expect(page.getByText('20 animals left')).toBeVisible()
  await page.getByLabel('On each new tag').fill('8')
  await page.getByLabel('New tags').fill('2')
  await expect(page.getByText('2 tags of 8 animals; 4 animals stay on the tag').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(made).toHaveCount(2)
  const [one = '', two = ''] = await made.allTextContents()

  await tagging(STONY, 'event=receive')
  await page.getByLabel('Scan or type a tag').fill(`${serverUrl}/tag/${one}`)
  await expect(page.getByText(/harvested .*Site A/)).toBeVisible()
  await page.getByLabel('How much came').fill('9')
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(page.getByText(/more than tag .* stands for/).first()).toBeVisible()
  await page.getByLabel('How much came').fill('8')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(success(page)).toContainText('8 animals received under 1 tag')

  await page.getByRole('button', { name: 'Ship it' }).click()
  await page.getByRole('textbox', { name: 'Shipped to' }).fill('Pike Place Fish')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(success(page)).toContainText('8 animals of 1 tag shipped to Pike Place Fish')

  // The first was received by another firm; of the second nothing came yet.
  await tagging(NOTEBOOK, `event=void&tags=${one}`)
  await page.getByLabel('Why it is taken back').fill('The wrong bag')
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(page.getByText(/cannot be taken back: a tag was made of it/).first()).toBeVisible()
  await tagging(NOTEBOOK, `event=void&tags=${two}`)
  await page.getByLabel('Why it is taken back').fill('The wrong bag')
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(success(page)).toContainText('1 tag taken back')
  await page.goto(`/tag/${two}`)
  await expect(page.getByRole('alert')).toContainText('This tag is not valid.')
  await expectAccessible(page)
})
