import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './test'
import { visit } from './visit'

// Invoices are paid here: not on the server that others read.
test.use({ alone: import.meta.url })

const STONY = '5f0000000000000000000002'
const DAMARISCOTTA = '5f0000000000000000000003'
const BAHIA = '5f0000000000000000000005'

const PAID = 'Invoice successfully paid!'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The cells of a table's rows. On a phone their labels are drawn and are no text. */
async function rowsOf(table: Locator): Promise<string[][]> {
  const rows = table.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')))
}

const cents = (text = '') => Math.round(Number(text.replace(/[$,]/g, '')) * 100)

/** What an invoice's lines come to, which is what its total and its button say. */
async function expectSum(lines: Locator): Promise<string> {
  const amounts = (await rowsOf(lines)).map(([, amount]) => amount)
  const total = amounts.pop() ?? ''
  expect(amounts.length).toBeGreaterThan(0)
  expect(amounts.reduce((sum, amount) => sum + cents(amount), 0)).toBe(cents(total))
  return total
}

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('FARM-5 FARM-6 SUB-10 PAPER-12 from Enable Subscription to an active subscription', async ({ page }) => {
    await page.goto(`/manage/${DAMARISCOTTA}?invoicePaid=true`)
    await expect(page.getByText(/^Waiting for confirmation that invoice M-\d+ is paid/)).toBeVisible()
    await expect(page.getByText(PAID)).toHaveCount(0)
    await expectAccessible(page)

    await visit(page, `/manage/${DAMARISCOTTA}?tab=tagging`)
    await expect(panel(page, 'Subscription')).toContainText('setup invoice of $599.00 is paid')
    await page.getByRole('link', { name: 'Enable Subscription' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice M-\d+$/)
    const lines = panel(page, 'Setup of the tagging subscription')
    await expect(lines).toContainText('15 rolls of laminated mobile paper, included')
    const total = await expectSum(lines)
    expect(total).toBe('$599.00')

    await page.getByRole('button', { name: `Pay ${total}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Pay ${total}` })
      .click()
    await expect(page.getByText(PAID)).toBeVisible()
    await expect(page).toHaveURL(`/manage/${DAMARISCOTTA}?tab=tagging`)
    await expect(page.getByText(PAID)).toBeVisible()
    await expect(panel(page, 'Your Merroir Services').getByText('Active', { exact: true })).toBeVisible()
    await page.reload()
    await expect(panel(page, 'Your Merroir Services')).toBeVisible()
    await expect(page.getByText(PAID)).toHaveCount(0)
  })

  test('SUB-1 SUB-2 SUB-3 SUB-5 SUB-6 SUB-8 the overview of a farm that prints', async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=tagging`)
    await expect(panel(page, 'Subscription')).toContainText('Paper size')
    await expect(panel(page, 'Subscription').getByText('7"', { exact: true })).toBeVisible()
    await expect(page.getByText('Auto Replenishment is enabled.')).toBeVisible()
    expect(await rowsOf(panel(page, 'Printers'))).toEqual([
      ['TSC ALPHA-30RB', 'Mobile', '12 mobile rolls, 5 mobile sticker rolls'],
      ['TSC MB240T', 'Industrial', '4 industrial rolls'],
    ])
    const stock = await rowsOf(panel(page, 'Paper consumption'))
    expect(stock.map(([type]) => type)).toEqual(['Mobile', 'Industrial', 'Mobile Sticker'])
    const next = await rowsOf(panel(page, 'Next shipment'))
    expect(next.map(([, , , shipment, cost]) => [shipment, cost])).toEqual([
      ['12 rolls of mobile paperOrdered', '$114.00'],
      ['4 rolls of industrial paperOrdered', '$150.00'],
      ['5 rolls of mobile stickers', '$40.00'],
    ])
    const history = panel(page, 'Shipment history')
    await expect(history.getByRole('region', { name: 'Mobile Sticker' })).toContainText('$40.00Refunded')
    await history.getByRole('region', { name: 'Mobile Sticker' }).getByRole('link').first().click()
    await expect(panel(page, 'History')).toContainText('Arrived wet')
  })

  test('SUB-4 a shipment hold is removed', async ({ page }) => {
    await page.goto(`/manage/${BAHIA}?tab=tagging`)
    const holds = panel(page, 'Shipment holds')
    await expect(holds).toContainText('The road along the bay is washed out.')
    await expectAccessible(page)
    await holds.getByRole('button', { name: 'Remove Mobile Shipment Hold' }).click()
    await page.getByRole('button', { name: 'Remove the hold' }).click()
    await expect(holds.getByText('The hold on Mobile shipments has been removed.')).toBeVisible()
    await page.reload()
    await expect(panel(page, 'Paper consumption')).toBeVisible()
    await expect(holds).toHaveCount(0)
  })

  test('the invoices of a farm, by state, with their document', async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=tagging`)
    await page.getByRole('link', { name: 'All invoices' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices')
    await expect(page.getByRole('link', { name: 'Paper refill' })).toHaveCount(4)
    await page.getByLabel('State').selectOption('Paid')
    await expect(page).toHaveURL(`/manage/${STONY}/invoices?state=paid`)
    await page.getByRole('link', { name: 'Setup of the tagging subscription' }).click()
    expect(await expectSum(panel(page, 'Setup of the tagging subscription'))).toBe('$1,338.00')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^invoice-M-\d+\.pdf$/)
  })
})

test.describe('staff', () => {
  test.use({ as: 'admin' })

  test('a payment is recorded and given back, with the words of its reference', async ({ page }) => {
    await page.goto(`/farms/${STONY}/invoices?state=open`)
    await page.getByRole('link', { name: 'Paper refill' }).first().click()
    const lines = panel(page, 'Paper refill')
    await expectSum(lines)
    await page.getByRole('button', { name: 'Record a payment' }).click()
    const payment = page.getByRole('form', { name: 'Record a payment' })
    await payment.getByRole('button', { name: 'Record a payment' }).click()
    await expect(payment.getByText('Please enter a reference')).toBeVisible()
    await expectAccessible(page)
    await payment.getByLabel('Reference of the transfer or cheque').fill('Wire 4711')
    await payment.getByRole('button', { name: 'Record a payment' }).dblclick()
    await expect(page.getByText('The payment has been recorded.')).toBeVisible()
    await expect(panel(page, 'History')).toContainText('Reference: Wire 4711')

    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const refund = page.getByRole('form', { name: 'Refund' })
    await refund.getByLabel('Reference and reason').fill('Wire 4712, sent twice')
    await refund.getByRole('button', { name: 'Refund' }).click()
    await expect(page.getByText('The refund has been recorded.')).toBeVisible()
    await expect(panel(page, 'History')).toContainText('Reference: Wire 4712, sent twice')
    await expect(page.getByRole('button', { name: /Refund|Record/ })).toHaveCount(0)
  })
})
