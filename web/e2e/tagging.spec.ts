import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { call, today } from './leaseBook'
import { NOTEBOOK } from './report'
import { expect, test } from './test'
import { visit } from './visit'

// Harvests are recorded and tagged here: not on the server whose numbers others read.
test.use({ alone: import.meta.url, as: 'manager' })

const choose = (page: Page, group: string, name: RegExp | string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).click()
const success = (page: Page) => page.getByRole('status').filter({ hasText: /^Recorded:/ })

async function harvest(page: Page, bag: string, count: number) {
  await visit(page, `/manage/${NOTEBOOK}/record?activity=harvest`)
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
  await page.getByLabel('Buyer', { exact: true }).fill('Pike Place Fish')
  await page.getByLabel("Buyer's address").fill('86 Pike Place, Seattle')
  await page.getByLabel('Quantity').fill('25')
  await page.getByLabel('Unit').selectOption('each')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(success(page)).toContainText('Recorded: 25 harvested from Site A, raft, bag 4')
  await page.getByRole('button', { name: /^25 harvested/ }).click()
  await expect(
    page.getByText(/^25 animals, to Pike Place Fish \(86 Pike Place, Seattle\), landed .*, 06:40$/),
  ).toBeVisible()

  await page.getByRole('link', { name: 'Tag it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tagging' })).toBeVisible()
  await page.getByLabel('Animals in a bag').fill('10')
  await expect(page.getByText('2 bags of 10 and one of 5: all of them')).toBeVisible()
  await page.getByLabel('Bags', { exact: true }).fill('2')
  await expect(page.getByText('5 stay without a tag', { exact: true })).toBeVisible()
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

interface Place {
  leaseId: string
  lotId: string
  group: object
  lot: { nickname: string }
}

/** Harvests animals of the bag, which are then on one tag, and gives its id. */
async function tagged(serverUrl: string, nickname: string, animals: number): Promise<string> {
  const { data } = await call<{ data: Place[] }>(serverUrl, 'GET', `v2/places/${NOTEBOOK}`)
  const { leaseId, lotId, group, lot } = data.find((one) => one.lot.nickname === nickname) ?? ({} as Place)
  const date = today('America/Vancouver')
  const harvest = { id: crypto.randomUUID(), activity: 'harvest', date, leaseId, group, lot, count: animals }
  await call(serverUrl, 'POST', `v2/activities/${NOTEBOOK}`, { activities: [harvest] })
  const event = { id: crypto.randomUUID(), event: 'harvest', date, leaseId, lots: [{ lotId, animals }] }
  const made = { farmId: NOTEBOOK, events: [event] }
  const { events } = await call<{ events: { tag: string }[] }>(serverUrl, 'POST', 'tags', made)
  return events[0]?.tag ?? ''
}

/** The id of the one tag that was just made. */
async function madeTag(page: Page): Promise<string> {
  const made = page.getByRole('list').getByRole('link', { name: /^[0-9a-f]{24}$/ })
  await expect(made).toHaveCount(1)
  return (await made.textContent()) ?? ''
}

test('TAG-5 on ice, measured, into wet storage and out, and onto another tag: as the diner reads it, and as the firm follows it', async ({
  page,
  serverUrl,
}) => {
  const tagging = (search: string) => page.goto(`/manage/${NOTEBOOK}/tagging?${search}`)
  const bag = await tagged(serverUrl, 'bag 3', 30)

  await tagging(`event=ice&tags=${bag}`)
  await page.getByLabel('Time', { exact: true }).fill('07:15')
  await expect(page.getByText('1 tag iced.')).toBeVisible()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(success(page)).toContainText('1 tag iced.')

  await tagging(`event=temperature&tags=${bag}`)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByLabel(/^Temperature in/)).toHaveAccessibleDescription('Enter the temperature.')
  await page.getByLabel(/^Temperature in/).fill('4.5')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(success(page)).toContainText('4.5 °C on 1 tag.')

  await tagging(`event=wet-storage-in&tags=${bag}`)
  await page.getByRole('button', { name: 'Put in', exact: true }).click()
  await expect(page.getByLabel('Lot of the wet storage')).toHaveAccessibleDescription(
    'Enter the lot number of the wet storage.',
  )
  await page.getByLabel('Lot of the wet storage').fill('WS-17')
  await page.getByLabel('How much').fill('24')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Put in', exact: true }).click()
  await expect(success(page)).toContainText('24 animals of 1 tag put into wet storage as lot WS-17.')
  const stored = await madeTag(page)

  await tagging(`event=wet-storage-out&tags=${stored}`)
  await page.getByRole('button', { name: 'Take out', exact: true }).click()
  await expect(success(page)).toContainText('24 animals of 1 tag taken out of wet storage.')
  const out = await madeTag(page)

  await tagging(`event=retag&tags=${out}`)
  await page.getByLabel('The new tag counts in').selectOption('dozen')
  await page.getByLabel('The new tag stands for').fill('2')
  await page.getByLabel('Brand, if different').fill('Bay Center Reserve')
  await expect(page.getByText('A new tag of 2 dozen in the place of 24 animals of 1 tag.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retag', exact: true }).click()
  const last = await madeTag(page)

  const story = page.getByRole('region', { name: 'From the water to you' }).getByRole('listitem')
  await page.goto(`/tag/${bag}`)
  await expect(page.getByText('On ice the same day.')).toBeVisible()
  await expect(story).toContainText(['Harvest', /^Ice\/Refrigeration.*, 7:15 am$/s])
  await page.goto(`/tag/${last}`)
  await expect(page.getByRole('definition').filter({ hasText: 'Bay Center Reserve' })).toBeVisible()
  const wet = ['Wet Storage Lot #WS-17', 'Wet Storage Start Date', 'Wet Storage End Date']
  await expect(story).toContainText(['Harvest', /^Ice\/Refrigeration.*, 7:15 am$/s, ...wet])

  await page.goto(`/manage/${NOTEBOOK}/tags/${last}`)
  await expect(page.getByRole('region', { name: 'What is left' })).toContainText('2 dozen left')
  await expect(page.getByRole('list', { name: 'Lineage in words' }).getByRole('listitem')).toHaveText([
    /^Tag .*, harvested /,
    /, into wet storage .*; made of .*\(24 animals\) *$/,
    /, out of wet storage .*; made of .*\(24 animals\) *$/,
    /\(this tag\), retagged .*; made of .*\(24 animals\) *$/,
  ])
  await visit(page, `/manage/${NOTEBOOK}/tags/${bag}`)
  const done = page.getByRole('region', { name: 'What was done with it' })
  await expect(done.getByRole('row')).toContainText(['What', 'Harvested', /Iced.*, 07:15/, /Temperature.*4\.5 °C/])
})

test('TAG-4 a harvest that is on a tag is not corrected to less, and one is told so before', async ({
  page,
  serverUrl,
  troubles,
}) => {
  troubles.expect(/^409 \/api\/v2\/activities\//)
  const bag = await tagged(serverUrl, 'bag 1', 12)
  await visit(page, `/manage/${NOTEBOOK}`)
  const entry = page.getByRole('link', { name: /^Site A, .*bag 1$/ }).first()
  await entry.click()
  await page.getByRole('button', { name: 'Correct: 12 harvested' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Correct an entry' })
  await sheet.getByLabel('Animals', { exact: true }).fill('5')
  await sheet.getByLabel('Reason').fill('Typed 12 for 5')
  const refusal = sheet.getByText(new RegExp(`where 12 are on tags: ${bag}`)).first()
  await sheet.getByRole('button', { name: 'Show what it does to the animals' }).click()
  await expect(refusal).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(refusal).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: /^Leave/ })
    .click()
  await expect(page.getByRole('button', { name: 'Correct: 12 harvested' })).toHaveCount(1)
})
