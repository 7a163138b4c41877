import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { mailWith } from './mail'
import { expect, test } from './test'

// Subscriptions and orders are changed here: not on the server that others read.
test.use({ alone: import.meta.url, as: 'admin' })

const NOTEBOOK = '5f0000000000000000000001'
const STONY = '5f0000000000000000000002'
const ELLIOTT = '5f0000000000000000000006'

const tab = (farm: string) => `/farms/${farm}?tab=2`
const form = (page: Page) => page.getByRole('form', { name: 'Edit Paper & Printers' })
const choices = (page: Page, label: string) => page.getByLabel(label, { exact: true }).locator('option')

/** The cost list: its lines, and that the total is their sum. */
async function costs(page: Page): Promise<string[]> {
  const region = page.getByRole('region', { name: 'Costs' })
  await expect(region.getByRole('status')).toHaveAttribute('aria-busy', 'false')
  const rows = await region.locator('tbody tr').allInnerTexts()
  const lines = rows.map((row) => row.replace(/\s+/g, ' ').trim())
  const cents = lines.map((line) => Math.round(Number((line.split('$').at(-1) ?? '').replaceAll(',', '')) * 100))
  const total = cents.pop()
  expect(total).toBe(cents.reduce((sum, one) => sum + one, 0))
  return lines
}

async function addPrinter(page: Page, printer: string, paper = '', rolls = '') {
  await page.getByLabel('Printer', { exact: true }).selectOption(printer)
  if (paper) await page.getByLabel('Paper type', { exact: true }).selectOption(paper)
  if (rolls) await page.getByLabel('Number of rolls').selectOption(rolls)
  await page.getByRole('button', { name: 'Add printer' }).click()
}

const edit = async (page: Page, farm: string) => {
  await page.goto(tab(farm))
  await page.getByRole('button', { name: 'Edit Paper & Printers' }).click()
  await expect(form(page)).toBeFocused()
}

test('PAPER-1 PAPER-2 PAPER-3 PAPER-5 PAPER-8 PAPER-9 PAPER-12 PAPER-13 AFARM-4 AFARM-8 a farm is enabled', async ({
  page,
}) => {
  await page.goto(tab(NOTEBOOK))
  const enable = page.getByRole('button', { name: 'Enable Tagging Subscription' })
  await expect(enable).toBeVisible()
  await enable.click()
  for (const words of [
    'Please add at least one printer.',
    'Name is required.',
    'Address 1 is required.',
    'City is required.',
    'State is required.',
    'Zip Code is required.',
    'Country is required.',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }

  expect(await costs(page)).toEqual(['Tagging setup fee $250.00', 'Total in US dollars $250.00'])
  await addPrinter(page, 'TSC ALPHA-30RB', 'mobile')
  await expect(page.getByText('Please enter the number of rolls')).toBeVisible()
  await page.getByLabel('Number of rolls').selectOption('12')
  await page.getByRole('button', { name: 'Add printer' }).click()
  const region = page.getByRole('region', { name: 'Costs' })
  await expect(region).toContainText('$539.00')
  expect(await costs(page)).toEqual([
    'TSC ALPHA-30RB $289.00',
    '12 rolls of mobile paper, included $0.00',
    'Tagging setup fee $250.00',
    'Total in US dollars $539.00',
  ])
  await expect(page.getByLabel('Mobile refill', { exact: true })).toHaveValue('12')
  await addPrinter(page, 'TSC DA220', 'mobileLaminated', '30')
  await expect(region).toContainText('$1,039.00')
  await expect(page.getByLabel('Laminated Mobile refill')).toHaveValue('15')
  await expect(choices(page, 'Laminated Mobile refill')).toHaveText(['15 rolls', '30 rolls', '45 rolls', '60 rolls'])
  await addPrinter(page, 'TSC MB240T')
  await expect(region).toContainText('$1,889.00')
  await page.getByRole('button', { name: 'Remove TSC DA220' }).click()
  await expect(region).toContainText('$1,389.00')
  await expect(page.getByLabel('Laminated Mobile refill')).toHaveCount(0)
  await page.getByLabel('Promotional fee').fill('0')
  await expect(region).toContainText('$1,139.00')
  await page.getByLabel('Promotional fee').fill('99.50')
  await expect(region).toContainText('$1,238.50')
  expect(await costs(page)).toHaveLength(5)

  const put = (label: string, text: string) => form(page).getByLabel(label, { exact: true }).fill(text)
  await put('Name', 'Ada Tide')
  await put('Address 1', '12 Tide Street')
  await put('City', 'Courtenay')
  await put('Zip Code', 'V9N 1A1')
  await form(page).getByLabel('Country', { exact: true }).selectOption('Canada')
  await form(page).getByLabel('State', { exact: true }).selectOption('British Columbia')
  await expectAccessible(page)
  await enable.click()
  await expect(page.getByText(/^Success. Changes have been saved./)).toBeVisible()
  await expect(page.getByText(/^Pending: the setup invoice of \$1,238.50 has not been paid yet/)).toBeVisible()
  await expect(page.getByText('Pending: waiting for its setup invoice to be paid')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resend the setup email' }).click()
  await expect(page.getByText('Reminder Email Sent')).toBeVisible()
  await mailWith(page, 'Enable your Merroir tagging subscription')
})

test('PAPER-1 PAPER-4 PAPER-7 PAPER-10 an active one is changed, and all of its form is kept', async ({ page }) => {
  await edit(page, STONY)
  await expect(page.getByText('Nothing was added, so nothing is charged.')).toBeVisible()
  await page.getByLabel('Mobile Sticker refill').selectOption('10')
  await page.getByLabel('Paper size').fill('5"')
  await page.getByLabel('Stop auto replenishment').check()
  await page.getByLabel('Email the team when there is something to ship').check()
  await page.getByLabel('Custom paper').check()
  await page.getByRole('button', { name: 'Add custom mobile rolls' }).click()
  const custom = page.getByRole('group', { name: 'Custom mobile rolls' })
  await custom.getByLabel('Date 1').fill('2026-10-01')
  await custom.getByLabel('Rolls 1', { exact: true }).fill('40')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update Tagging Subscription' }).click()
  await expect(page.getByText('Success. Changes have been saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Auto Replenishment is currently disabled.')).toBeVisible()
  await expect(page.getByText('5"', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Custom Mobile rolls' })).toContainText('1 Oct 2026')
  await expect(page.getByRole('region', { name: 'Next shipment' })).toContainText('10 rolls of mobile stickers')
})

test('PAPER-11 Send more paper', async ({ page }) => {
  await page.goto(tab(STONY))
  await page.getByRole('button', { name: 'Send more paper' }).click()
  const sheet = page.getByRole('dialog', { name: 'Send more paper' })
  await sheet.getByRole('button', { name: 'Send paper' }).click()
  await expect(sheet.getByText('Please select how many rolls of paper you would like to send')).toBeFocused()
  await sheet.getByLabel('Mobile rolls', { exact: true }).fill('12')
  await sheet.getByLabel('Mobile Sticker rolls').fill('5')
  await sheet.getByLabel('Send for free').check()
  await sheet.getByRole('button', { name: 'Send paper' }).click()
  await expect(sheet.getByText('Paper has been sucessfully sent!')).toBeVisible()
  await sheet.getByRole('button', { name: 'Send More.' }).click()
  await expect(sheet.getByLabel('Mobile rolls', { exact: true })).toHaveValue('')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('region', { name: 'Shipment history' })).toContainText('free of charge')
})

test('SUB-4 a hold is placed with a reason, the stock adjusted, and the hold removed', async ({ page }) => {
  await page.goto(tab(ELLIOTT))
  await page.getByRole('button', { name: 'Hold shipments' }).click()
  const hold = page.getByRole('dialog', { name: 'Hold shipments' })
  await hold.getByLabel('Paper type').selectOption('blackLineMobile')
  await hold.getByRole('button', { name: 'Hold shipments' }).click()
  await expect(hold.getByLabel('Reason')).toHaveAccessibleDescription('Please say why.')
  await hold.getByLabel('Reason').fill('Closed for the winter')
  await expectAccessible(page)
  await hold.getByRole('button', { name: 'Hold shipments' }).click()
  await expect(page.getByText(/^Shipments of Black Line Mobile are on hold/)).toBeVisible()
  await page.getByRole('button', { name: 'Adjust the stock' }).click()
  const adjust = page.getByRole('dialog', { name: 'Adjust the stock' })
  await adjust.getByLabel('Paper type').selectOption('blackLineMobile')
  await adjust.getByLabel('Tags more or less').fill('440')
  await adjust.getByLabel('Reason').fill('Found in the shed')
  await adjust.getByRole('button', { name: 'Adjust' }).click()
  await expect(page.getByText('The stock of Black Line Mobile has been adjusted.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Black Line Mobile Shipment Hold' }).click()
  await page.getByRole('button', { name: 'Remove the hold' }).click()
  await expect(page.getByText('Closed for the winter')).toHaveCount(0)
})

test('SUB-11 the fulfilment queue: slips, and several marked as sent', async ({ page }) => {
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: 'Fulfilment' }).click()
  await expect(page).toHaveURL('/farms/fulfilment')
  await expect(page.getByRole('heading', { name: 'Fulfilment' })).toBeVisible()
  const list = page.getByRole('table')
  await expect(list).toContainText('Pittwater Rock Oysters')

  await page.getByRole('link', { name: /Pittwater Rock Oysters/ }).click()
  await expect(page).toHaveURL(/\/farms\/fulfilment\?order=[0-9a-f]+$/)
  const sheet = page.getByRole('dialog', { name: 'Order' })
  await expect(sheet).toContainText('4 rolls of black line mobile paper')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Packing slip' }).click()
  const slip = await downloading
  expect(slip.suggestedFilename()).toMatch(/^packing-slip-[0-9a-f]+\.pdf$/)
  expect((await readFile(await slip.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.reload()
  await expect(sheet).toContainText('Kirra Doyle')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/farms/fulfilment')

  const ticks = page.getByRole('table').getByRole('checkbox')
  await ticks.nth(0).check()
  await ticks.nth(1).check()
  const bar = page.getByRole('region', { name: 'Chosen orders' })
  const both = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Packing slips' }).click()
  expect((await both).suggestedFilename()).toBe('packing-slips.pdf')
  await bar.getByRole('button', { name: 'Mark as sent' }).click()
  const sending = page.getByRole('dialog', { name: 'Mark as sent' })
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(sending.getByLabel('Carrier')).toHaveAccessibleDescription('Please enter the carrier.')
  await sending.getByLabel('Carrier').fill('UPS')
  await sending
    .getByLabel(/^Tracking number/)
    .first()
    .fill('1Z7E2E')
  await expectAccessible(page)
  await sending.getByRole('button', { name: 'Mark as sent' }).dblclick()
  await expect(page.getByText('2 orders are marked as sent.')).toBeVisible()
  await page.getByLabel('State').selectOption('Sent')
  await expect(page).toHaveURL('/farms/fulfilment?state=sent')
  await expect(page.getByRole('row').filter({ hasText: '1Z7E2E' })).toHaveCount(1)
  await page.getByLabel('State').selectOption('Held')
  await expect(list).toContainText('The road along the bay is washed out.')
  await page.getByLabel('Search farm, receiver or order').fill('nobody')
  await expect(page.getByText('No order matches “nobody”.')).toBeVisible()
})

test('PAPER-13 the price list is changed from a day on', async ({ page }) => {
  await page.goto('/admin/prices')
  await expect(page.getByRole('button', { name: 'Edit Price list' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Price list' }).click()
  const list = page.getByRole('form', { name: 'Edit Price list' })
  const fees = list.getByRole('group', { name: 'Fees' })
  await fees.getByLabel('Tagging setup fee').fill('275')
  await expect(list.getByText('Fees, Tagging setup fee: $250.00 to $275.00')).toBeVisible()
  await list.getByRole('button', { name: 'Take off sale: TSC DA220' }).click()
  await list.getByRole('button', { name: 'Add a printer' }).click()
  const added = list.getByRole('group', { name: 'New printer' })
  await added.getByLabel('Name').fill('TSC PEX-2000')
  await added.getByLabel('Type').selectOption('Industrial')
  await added.getByLabel('With paper', { exact: true }).fill('900')
  await added.getByLabel('Printer only').fill('950')
  await list.getByLabel('From (UTC)').fill('2028-01-01')
  await list.getByRole('button', { name: 'Change the prices' }).click()
  await expect(list.getByText('Please confirm the change.')).toBeFocused()
  await list.getByLabel('These prices are correct').check()
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Change the prices' }).click()
  await expect(page.getByText('Success. Changes have been saved.')).toBeVisible()
  const change = page.getByRole('region', { name: 'Changes' }).getByRole('row').filter({ hasText: '1 Jan 2028' })
  await expect(change).toContainText('To come')
  await expect(change).toContainText('Fees, Tagging setup fee: $250.00 to $275.00')
  await expect(change).toContainText('TSC PEX-2000 (Industrial; $900.00 with paper, $950.00 printer only): on sale')
  await expect(change).toContainText('TSC DA220: taken off sale')
  await expect(page.getByRole('region', { name: 'Fees' })).toContainText('$250.00')
})
