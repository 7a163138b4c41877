import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { textOf } from './mail'
import { tokenOf, withSession } from './session'
import { expect, test } from './test'

const STONY = '5f0000000000000000000002'
const TAG = 'e2ec00000000000000000001'

test.use({ alone: import.meta.url })

/** A tag of the farm, of which something is shipped to somebody with an address and to somebody without. */
async function ship(request: APIRequestContext, server: string) {
  const to = (name: string, email: string, phone: string) => ({ name, email, phone })
  const event = (id: string, quantity: number, buyer: object) => ({
    id,
    event: 'ship',
    date: '2026-01-03',
    tag: TAG,
    quantity,
    unit: 'bag',
    to: buyer,
  })
  const states = { harvestDate: '2026-01-02', harvestLocation: 'Mystery Reef', sourceCert: 'WA-9-SS' }
  const answer = await request.post('/api/tags', {
    headers: { Authorization: `Bearer ${await tokenOf(server, 'root')}` },
    data: {
      farmId: STONY,
      events: [
        { id: 'night 1', event: 'receive', date: '2026-01-02', tag: TAG, quantity: 10, unit: 'bag', states },
        event('night 2', 4, to('Harbor House', 'chef@harbor.example', '')),
        event('night 3', 2, to('Corner Bar', '', '555 0100')),
      ],
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What became of something that was shipped. */
async function enter(page: Page, outcome: string, quantity: string) {
  const form = page.getByRole('form', { name: 'What became of it' })
  await form.getByLabel('What became of it').selectOption(outcome)
  await form.getByLabel('How much').fill(quantity)
  await form.getByRole('button', { name: 'Enter' }).click()
}

/** The book as a file: its name, and what its first bytes say that it is. */
async function documentOf(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const head = (await readFile(await download.path())).subarray(0, 4).toString('latin1')
  return `${download.suggestedFilename().replace(/[0-9a-f]{24}/, 'id')} ${head}`
}

test('RECALL-1 RECALL-2 RECALL-3 RECALL-5 the state office calls: from the call to the end of the recall', async ({
  browser,
  page,
  request,
  serverUrl,
}) => {
  await ship(request, serverUrl)
  const reader = await (await browser.newContext({ baseURL: serverUrl, javaScriptEnabled: false })).newPage()
  await reader.goto(`/tag/${TAG}`)
  await expect(reader.getByText(/recalled/i)).toHaveCount(0)

  await withSession(page, await tokenOf(serverUrl, 'admin'))
  await page.goto('/admin/recalls')
  await page.getByRole('link', { name: 'Declare a recall' }).click()
  const chooser = page.getByRole('form', { name: 'What is recalled' })
  await chooser.getByLabel('Place, as tags state it').fill('Mystery Reef')
  await chooser.getByLabel('Harvested from').fill('2026-01-02')
  await chooser.getByRole('button', { name: 'See whom it reaches' }).click()
  await expect(page.getByText('Reaches 1 tag of 1 firm, shipped to 2 consignees')).toBeVisible()
  await expect(region(page, 'Firms')).toContainText('Stony Point')
  await expect(region(page, 'Tags that are reached').getByRole('row', { name: TAG })).toContainText('chosen directly')
  await expect(region(page, 'Consignees')).toContainText('a call: 555 0100')
  const yes = page.getByRole('form', { name: 'Declare the recall' })
  await yes.getByLabel('Who recalls').fill('Oregon Department of Agriculture')
  await yes.getByLabel('Reason').fill('Vibrio in two people')
  await yes.getByRole('button', { name: 'Declare the recall' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recall by Oregon Department of Agriculture')

  await reader.reload()
  await expect(reader.getByText('PRODUCT RECALLED BY')).toBeVisible()
  await expect(reader.getByText('Oregon Department of Agriculture').first()).toBeVisible()

  const who = region(page, 'Who is told, and what came back')
  await expect(who.getByRole('row', { name: /Corner Bar/ })).toContainText('To be called')
  await who.getByRole('link', { name: 'Harbor House' }).click()

  const mail = reader.getByRole('listitem').filter({ hasText: 'chef@harbor.example' })
  await expect(async () => {
    await reader.goto('/dev/mail')
    await expect(mail).toHaveCount(1, { timeout: 100 })
  }).toPass()
  await mail.getByRole('link').first().click()
  const link = await textOf(reader, /\/recall\/[0-9a-f]{64}/)
  await reader.goto(link)
  await expect(reader.getByText('Do not sell, serve or eat it.')).toBeVisible()
  const lector = await (await browser.newContext({ baseURL: serverUrl, locale: 'es-MX' })).newPage()
  await lector.goto(link)
  await expect(lector.getByRole('listitem').first()).toContainText('4 sacos, 3 ene 2026, etiqueta')
  await reader.getByLabel('Your name').fill('Kim')
  await reader.getByLabel(/^Still here/).fill('3')
  await reader.getByRole('button', { name: 'I have received this notice' }).click()
  await expect(reader.getByText('Received and confirmed: Kim')).toBeVisible()

  await page.reload()
  const house = region(page, 'Harbor House')
  await expect(house).toContainText('Says: still has 3')
  await enter(page, 'returned', '3')
  await expect(house.getByRole('cell', { name: '1 bag', exact: true })).toBeVisible()
  await enter(page, 'sold', '1')
  await expect(page.getByRole('form', { name: 'What became of it' })).toHaveCount(0)
  await house.getByRole('button', { name: 'Close' }).click()
  await who.getByRole('link', { name: 'Corner Bar' }).click()
  await page.getByRole('button', { name: 'Note a call' }).click()
  await page.getByLabel('Spoke to').fill('Lou')
  await page.getByRole('button', { name: 'Note it' }).click()
  await expect(who.getByRole('row', { name: /Corner Bar/ })).toContainText('Acknowledged')
  await enter(page, 'destroyed', '2')
  await expect(region(page, 'How far it has come')).toContainText('83.33%')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'End the recall' }).click()
  const ending = page.getByRole('dialog')
  await ending.getByLabel('Reason').fill('All accounted for')
  await ending.getByRole('button', { name: 'End the recall' }).click()
  await expect(region(page, 'How far it has come')).toContainText('All accounted for')
  expect(await documentOf(page, 'Download PDF')).toBe('recall-id.pdf %PDF')
  expect(await documentOf(page, 'Download spreadsheet')).toBe('recall-id.xlsx PK\x03\x04')
  await reader.goto(`/tag/${TAG}`)
  await expect(reader.getByText(/recalled/i)).toHaveCount(0)
})

test('RECALL-4 a manager holds a drill of the farm, and asks for a recall', async ({ page, request, serverUrl }) => {
  await ship(request, serverUrl)
  await withSession(page, await tokenOf(serverUrl, 'manager'))
  await page.goto(`/manage/${STONY}/recalls`)
  await page.getByRole('link', { name: 'Hold a drill' }).click()
  await page.getByLabel('Tags', { exact: true }).fill(TAG)
  await page.getByRole('button', { name: 'See whom it reaches' }).click()
  await page.getByRole('button', { name: 'Begin the drill' }).click()
  await expect(page.getByText('This is a drill.')).toBeVisible()
  expect(await documentOf(page, 'Download PDF')).toBe('drill-id.pdf %PDF')
  expect((await (await request.get(`/api/tag/${TAG}`)).json()).recall).toBeNull()
  await page.getByRole('link', { name: 'Correct', exact: true }).click()
  await expect(page.getByLabel('Tags', { exact: true })).toHaveValue(TAG)
  await page.getByLabel('Place, as tags state it').fill('Mystery Reef')
  await page.getByRole('button', { name: 'See whom it reaches' }).click()
  await page.getByLabel('Why it is corrected').fill('The whole reef')
  await page.getByRole('button', { name: 'Correct the drill' }).click()
  await expect(region(page, 'How far it has come')).toContainText('harvested at Mystery Reef')
  await page.getByRole('button', { name: 'End the drill' }).click()
  const ending = page.getByRole('dialog')
  await ending.getByLabel('Reason').fill('Enough for today')
  await ending.getByRole('button', { name: 'End the drill' }).click()
  await expect(region(page, 'How far it has come')).toContainText('0% accounted for')
  await page.goto(`/manage/${STONY}/recalls`)
  await page.getByRole('link', { name: 'Ask for a recall' }).click()
  await page.getByLabel('Tags', { exact: true }).fill(TAG)
  await page.getByRole('button', { name: 'See whom it reaches' }).click()
  await page.getByRole('form', { name: 'Ask for the recall' }).getByLabel('Reason').fill('A guest fell ill')
  await page.getByRole('button', { name: 'Ask for the recall' }).click()
  await expect(region(page, 'Asked for')).toContainText('Not answered yet')
})
