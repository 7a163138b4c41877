import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { mailWith } from './mail'
import { NOTEBOOK } from './report'
import { tokenOf, withSession } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// Harvests, tags and recalls are made here: not on the server whose numbers others read.
test.use({ alone: import.meta.url, as: 'manager' })

const STONY = '5f0000000000000000000002'

const choose = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).click()
const success = (page: Page) => page.getByRole('status').filter({ hasText: /^Recorded:/ })

/** The tags that were just made, one after the other. */
async function made(page: Page, count: number): Promise<string[]> {
  const links = page.getByRole('list').getByRole('link', { name: /^[0-9a-f]{24}$/ })
  await expect(links).toHaveCount(count)
  return links.allTextContents()
}

/** The farm's harvest, in bags with a tag each, and the paper for them. */
async function harvest(page: Page): Promise<{ day: string; bags: string[] }> {
  await page.goto(`/manage/${NOTEBOOK}/record?activity=harvest`)
  await choose(page, 'Growing area', 'Site A')
  await choose(page, 'Lot', 'raft, bag 4')
  await page.getByLabel('Animals harvested').fill('30')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await page.getByRole('link', { name: 'Tag it' }).click()
  const day = new URL(page.url()).searchParams.get('day') ?? ''
  await page.getByLabel('Animals in a bag').fill('10')
  await page.getByLabel('Bags', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Tag it', exact: true }).click()
  const bags = await made(page, 3)
  await page.getByRole('link', { name: /label/i }).click()
  await expect(page.getByRole('img', { name: /^Label: / })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 3 labels' }).click(),
  ])
  expect((await readFile(await download.path())).subarray(0, 4).toString('latin1')).toBe('%PDF')
  return { day, bags }
}

/** The distributor takes the bags in, puts two together, and divides what came of it. */
async function trade(page: Page, serverUrl: string, bags: string[]): Promise<string[]> {
  const tagging = (search: string) => page.goto(`/manage/${STONY}/tagging?${search}`)
  await tagging('event=receive')
  for (const bag of bags) {
    await page.getByLabel('Scan or type a tag').fill(`${serverUrl}/tag/${bag}`)
    await expect(page.getByRole('button', { name: `Leave out ${bag}` })).toBeVisible()
  }
  // One that came with more than its tag stands for is refused.
  for (const [at, amount] of (await page.getByLabel('How much came').all()).entries())
    await amount.fill(at === 0 ? '11' : '10')
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(page.getByText(/more than tag .* stands for/).first()).toBeVisible()
  await page.getByLabel('How much came').first().fill('10')
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(success(page)).toContainText('received under 3 tags')
  const [one, two, three = ''] = await made(page, 3)

  await tagging(`event=commingle&tags=${one},${two}`)
  await expect(page.getByRole('button', { name: /^Leave out / })).toHaveCount(2)
  await page.getByRole('button', { name: 'Commingle', exact: true }).click()
  await expect(success(page)).toBeVisible()
  const [mixed = ''] = await made(page, 1)

  await tagging(`event=split&tags=${mixed}`)
  await expect(page.getByText('20 animals left').first()).toBeVisible()
  await page.getByLabel('On each new tag').fill('4')
  await page.getByLabel('New tags').fill('4')
  await expect(page.getByText('4 tags of 4 animals; 4 animals stay on the tag').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Split', exact: true }).click()
  const portions = await made(page, 4)

  await tagging(`event=ship&tags=${portions[0]},${three}`)
  await page.getByRole('textbox', { name: 'Shipped to' }).fill('Harbor House')
  await page.getByLabel('Their email').fill('chef@harbor.example')
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(success(page)).toContainText('shipped to Harbor House')

  // Of the mixed one something was made; of a portion that was too much nothing came.
  await takeBack(tagging, page, mixed)
  await expect(page.getByText(/cannot be taken back: 4 tags were made of it/).first()).toBeVisible()
  await takeBack(tagging, page, portions[3] ?? '')
  await expect(success(page)).toContainText('1 tag taken back')
  return portions
}

async function takeBack(tagging: (search: string) => Promise<unknown>, page: Page, tag: string) {
  await tagging(`event=void&tags=${tag}`)
  await page.getByLabel('Why it is taken back').fill('The wrong bag')
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
}

test('TAG-4 TAG-5 LABEL-3 RECALL-1 RECALL-2 RECALL-3 from the water over two firms to a table, and the recall of it', async ({
  browser,
  page,
  serverUrl,
  troubles,
}) => {
  test.setTimeout(90_000)
  troubles.expect(/^400 \/api\/tags/)
  const { day, bags } = await harvest(page)
  const [served = '', , , wrong = ''] = await trade(page, serverUrl, bags)

  // Whoever is served has no account, and no script.
  const table = await (await browser.newContext({ baseURL: serverUrl, javaScriptEnabled: false })).newPage()
  await table.goto(`/tag/${served}`)
  await expect(table.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(table.getByText(/recalled/i)).toHaveCount(0)
  await page.goto(`/tag/${wrong}`)
  await expect(page.getByRole('alert')).toContainText('This tag is not valid.')
  await expectAccessible(page)

  // The state office calls: the farm's growing area, on that day.
  const desk = await page.context().newPage()
  await withSession(desk, await tokenOf(serverUrl, 'admin'))
  await desk.goto('/admin/recalls/new')
  const chooser = desk.getByRole('form', { name: 'What is recalled' })
  await chooser.getByLabel('Firm').selectOption(NOTEBOOK)
  await chooser.getByLabel('Growing area').selectOption({ label: 'Site A' })
  await chooser.getByLabel('Harvested from').fill(day)
  await chooser.getByLabel('Harvested to').fill(day)
  await chooser.getByRole('button', { name: 'See whom it reaches' }).click()
  // Three bags, as they were received, what two became, and its four portions.
  await expect(desk.getByText('Reaches 11 tags of 2 firms, shipped to 1 consignee')).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Firms' })).toContainText('Stony Point')
  const yes = desk.getByRole('form', { name: 'Declare the recall' })
  await yes.getByLabel('Who recalls').fill('Washington State Department of Health')
  await yes.getByLabel('Reason').fill('Vibrio in two people')
  await yes.getByRole('button', { name: 'Declare the recall' }).click()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Recall by Washington State Department of Health')

  for (const tag of [served, ...bags]) {
    await table.goto(`/tag/${tag}`)
    await expect(table.getByText('PRODUCT RECALLED BY')).toBeVisible()
  }
  await mailWith(page, 'Washington State Department of Health', 'chef@harbor.example')

  // Both firms read of it.
  for (const farm of [NOTEBOOK, STONY]) {
    await visit(page, `/manage/${farm}/recalls`)
    await expect(
      page.getByText('Washington State Department of Health').filter({ visible: true }).first(),
    ).toBeVisible()
  }
})
