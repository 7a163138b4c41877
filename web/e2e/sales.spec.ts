import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhoneToo } from './axe'
import { NOTEBOOK, STONY } from './report'
import { tokenOf } from './session'
import { expect, test } from './test'

// A harvest is recorded and sold here, and a market size is set: not on the server whose numbers others read.
test.use({ alone: import.meta.url, as: 'manager' })

const SUMMER = `/manage/${STONY}/sales?dates=custom&from=2026-03-01&to=2026-05-31`
const card = (page: Page, name: string) => page.getByRole('region', { name })

/** "$1,089.58" is 108958 cents. */
const cents = (text: string) => Number(text.replace(/[^\d-]/g, ''))

async function columnOf(page: Page, name: string, label: string): Promise<string[]> {
  await expect(card(page, name).getByRole('row')).not.toHaveCount(0)
  return card(page, name).locator(`td[data-label="${label}"]`).allTextContents()
}

test('SALES-1 the buyers add up to the whole, the areas too, and a number opens to its harvests', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(SUMMER)
  const [whole = ''] = await columnOf(page, '1 Mar to 31 May 2026', 'Value')
  expect(cents(whole)).toBeGreaterThan(100_00)
  for (const table of ['By buyer', 'By growing area']) {
    const values = await columnOf(page, table, 'Value')
    expect(values.length).toBeGreaterThan(1)
    expect(values.map(cents).reduce((sum, one) => sum + one, 0)).toBe(cents(whole))
  }
  const [animals = ''] = await columnOf(page, 'By buyer', 'Animals')
  const [value = ''] = await columnOf(page, 'By buyer', 'Value')
  await card(page, 'By buyer').getByRole('button', { name: animals }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`of ${animals} animals. ${value}`)).toBeVisible()
  await expect(dialog.getByRole('row').nth(1)).toContainText(/at \$\d\.\d\d a dozen/)
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'CSV of all harvests' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n').slice(1)
  const sold = lines.map((line) => Math.round(Number(line.split(',').at(-4)) * 100))
  expect(sold.reduce((sum, one) => sum + one, 0)).toBe(cents(value))
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Show them.' }).click()
  await expect(page.getByRole('dialog', { name: 'Without a value' }).getByText('Not known').first()).toBeVisible()
})

/** Records one activity as an app does, and gives its number. */
async function send(serverUrl: string, token: string, activity: object): Promise<number> {
  const answer = await fetch(`${serverUrl}/api/v2/activities/${NOTEBOOK}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ activities: [{ id: crypto.randomUUID(), ...activity }], confirmed: true }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()).activities[0].number
}

test('SALES-1 a harvest that was just recorded with its price is there, and is gone when it is undone', async ({
  page,
  serverUrl,
}) => {
  const token = await tokenOf(serverUrl, 'root')
  await page.goto(`/manage/${NOTEBOOK}/sales?dates=7`)
  await expect(page.getByText('Nothing was harvested in these days.')).toBeVisible()
  await expectAccessible(page)
  const places = await fetch(`${serverUrl}/api/v2/places/${NOTEBOOK}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [{ leaseId, group, lot }] = (await places.json()).data
  const date = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)
  const facts = { buyer: 'Étoile de mer', quantity: 1.5, unit: 'dozen', priceCents: 1350, currency: 'CAD' }
  const number = await send(serverUrl, token, { activity: 'harvest', date, leaseId, group, lot, count: 18, facts })
  await page.reload()
  const [value] = await columnOf(page, 'By buyer', 'Value')
  expect(value).toBe('CA$20.25')
  expect(await columnOf(page, 'By buyer', 'Per dozen')).toEqual(['CA$13.50'])
  await expect(card(page, 'By buyer').getByRole('rowheader')).toHaveText('Étoile de mer')
  await send(serverUrl, token, { activity: 'correction', reverses: number, note: 'Typed twice' })
  await page.reload()
  await expect(page.getByText('0 harvests of 0 animals.')).toBeVisible()
  await card(page, 'By buyer').getByRole('button', { name: '0, Étoile de mer' }).click()
  await expect(page.getByRole('dialog').getByText('-CA$20.25')).toBeVisible()
})

test('REP-19 two people set the market size: the second chooses', async ({ page, serverUrl, troubles }) => {
  troubles.expect(/^409 \/api\/farms\//)
  await page.goto(`/manage/${STONY}/growth`)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const form = page.getByRole('form', { name: 'Market size' })
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'root')}` }
  const data = { marketMm: 80 }
  expect((await page.request.put(`/api/farms/${STONY}/market-size`, { data, headers })).ok()).toBe(true)
  await form.getByLabel('Market size in mm').fill('90')
  await form.getByRole('button', { name: 'Save' }).click()
  const news = page.getByRole('region', { name: 'Somebody else changed this market size meanwhile.' })
  await expect(news).toBeFocused()
  await expectAccessibleOnPhoneToo(page)
  await news.getByRole('radio', { name: 'Take theirs 80' }).check()
  await expect(form.getByLabel('Market size in mm')).toHaveValue('80')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Market size: 80 mm (3.1 in).')).toBeVisible()
})
