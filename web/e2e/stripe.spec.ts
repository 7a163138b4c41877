import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhoneToo } from './axe'
import { tokenOf, withSession } from './session'
import { expectNoSideScroll } from './sight'
import { expect, test } from './stripe'

const NOTEBOOK = '5f0000000000000000000001'
const STONY = '5f0000000000000000000002'
const PAID = 'Invoice successfully paid!'
const SETUP = {
  printers: [{ name: 'TSC MB240T' }],
  shippingAddress: {
    name: 'Ada Tide',
    business: '',
    address1: '12 Tide Street',
    address2: '',
    city: 'Courtenay',
    postalCode: 'V9N 1A1',
    country: 'Canada',
    state: 'British Columbia',
  },
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tagging = (farm: string) => `/manage/${farm}?tab=tagging`

/** Gives a card on the hosted page that is open. */
async function giveCard(page: Page, card: string, action: 'Pay' | 'Save card') {
  await page.getByLabel('Card').fill(card)
  await page.getByRole('button', { name: action }).click()
}

async function signIn(page: Page, server: string, account: 'admin' | 'manager') {
  await withSession(page, await tokenOf(server, account))
}

test.use({ alone: import.meta.url })

test.beforeEach(({ troubles, fake }) => troubles.expect(new RegExp(`^request to ${fake.url}/pay/`)))

test('PAPER-10 PAPER-12 FARM-5 FARM-6 SUB-10 a setup is paid on the hosted page, after a card that is declined', async ({
  page,
  serverUrl,
  fake,
  hear,
  request,
}) => {
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'admin')}` }
  const enabled = await request.post(`/api/enableTagging/${NOTEBOOK}`, { headers, data: SETUP })
  expect(enabled.ok(), await enabled.text()).toBe(true)

  await signIn(page, serverUrl, 'manager')
  await page.goto(tagging(NOTEBOOK))
  await page.getByRole('link', { name: 'Enable Subscription' }).click()
  await expect(page.getByText(/^You pay on the page of our payment provider/)).toBeVisible()
  await page.getByRole('button', { name: 'Pay $1,100.00' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay $1,100.00' }).click()
  await expect(page).toHaveURL(new RegExp(`^${fake.url}/pay/`))
  await expect(page.getByRole('heading')).toHaveText('Invoice over $1100.00: open')
  await giveCard(page, 'bad_0002', 'Pay')
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await giveCard(page, 'pm_4242', 'Pay')
  await expect(page.getByRole('heading')).toHaveText('Invoice over $1100.00: paid')

  await page.goto(`/manage/${NOTEBOOK}?invoicePaid=true`)
  await expect(page.getByText(/^Waiting for confirmation that invoice M-\d+ is paid/)).toBeVisible()
  await expect(page.getByText(PAID)).toHaveCount(0)
  await expect(panel(page, 'Your Merroir Services')).toContainText('Pending')
  await hear()
  await expect(page.getByText(PAID)).toBeVisible()
  await expect(panel(page, 'Your Merroir Services').getByText('Active', { exact: true })).toBeVisible()
})

test('PAPER-10 a card is saved, declined, told of, changed and removed', async ({
  page,
  serverUrl,
  fake,
  hear,
  request,
}) => {
  await signIn(page, serverUrl, 'manager')
  const billing = panel(page, 'Billing')
  await page.goto(tagging(STONY))
  await expect(billing).toContainText('No card saved yet')
  await billing.getByRole('button', { name: 'Save a card' }).click()
  await expect(page).toHaveURL(new RegExp(`^${fake.url}/pay/`))
  await giveCard(page, 'bad_0341', 'Save card')
  await expect(page).toHaveURL(tagging(STONY))
  await expect(billing).toContainText('A card that you have just saved will appear here within a minute.')
  await hear()
  await expect(billing).toContainText('visa ending in 0341, until 04/2030')
  await expectAccessibleOnPhoneToo(page)

  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'admin')}` }
  const more = await request.post(`/api/enableTagging/${STONY}/sendPaper`, { headers, data: { mobileRolls: 12 } })
  const { order } = (await more.json()) as { order: { invoice: string } }
  const invoice = `/manage/${STONY}/${order.invoice}`
  await expect(async () => {
    await page.goto(invoice)
    await expect(panel(page, 'History')).toContainText(
      /The card could not be charged: Your card was declined. It will be tried again on/,
      { timeout: 1_000 },
    )
  }).toPass()
  await expectAccessible(page)
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(page.getByText('Your payment of $114.00 to Merroir failed').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()

  const office = await page.context().newPage()
  await signIn(office, serverUrl, 'admin')
  await office.goto('/admin')
  await office.getByRole('link', { name: 'Failed payments 1' }).click()
  const failed = office.getByRole('row', { name: /^Stony Point Shellfish/ })
  await expect(failed).toContainText('$114.00')
  await expect(failed).toContainText('1 try. Your card was declined.')
  await expectNoSideScroll(office)
  await expectAccessible(office)
  await failed.getByRole('link', { name: 'Paper', exact: true }).click()
  await expect(panel(office, 'History')).toContainText('The card could not be charged')
  await office.close()

  await page.goto(tagging(STONY))
  await billing.getByRole('button', { name: 'Change card' }).click()
  await giveCard(page, 'pm_1881', 'Save card')
  await expect(page).toHaveURL(tagging(STONY))
  await hear()
  await expect(billing).toContainText('visa ending in 1881')
  await page.goto(invoice)
  await page.getByRole('button', { name: 'Pay $114.00' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay $114.00' }).click()
  await giveCard(page, 'pm_1881', 'Pay')
  await expect(page.getByRole('heading')).toHaveText('Invoice over $114.00: paid')
  await hear()
  await page.goto(invoice)
  await expect(page.getByText(PAID)).toBeVisible()

  await page.goto(tagging(STONY))
  await billing.getByRole('button', { name: 'Remove card' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('visa ending in 1881')
  await question.getByRole('button', { name: 'Remove card' }).click()
  await expect(page.getByText('Your card has been removed.')).toBeVisible()
  await expect(billing).toContainText('No card saved yet')
})
