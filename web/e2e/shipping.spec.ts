import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expectTabs, farmTabs, panelOf } from './farm-nav'
import { fillSignIn, storedToken } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// Addresses are changed here: not on the server that others read.
test.use({ alone: import.meta.url })

const NOTEBOOK = '5f0000000000000000000001'
const STONY = '5f0000000000000000000002'
const DAMARISCOTTA = '5f0000000000000000000003'
const PITTWATER = '5f0000000000000000000004'
const ELLIOTT = '5f0000000000000000000006'

const TITLE = 'Refill shipping info'
const REQUIRED = ['Name', 'Address 1', 'City', 'Zip Code', 'Country', 'State']

const panel = (page: Page, name = TITLE) => page.getByRole('region', { name, exact: true })
const shippingForm = (page: Page) => page.getByRole('form', { name: `Edit ${TITLE}` })

async function openForm(page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('button', { name: `Edit ${TITLE}` }).click()
  const form = shippingForm(page)
  await expect(form).toBeFocused()
  return form
}

type Form = Awaited<ReturnType<typeof openForm>>

const field = (form: Form, label: string) => form.getByLabel(label, { exact: true })

async function fill(form: Form) {
  await field(form, 'Name').fill('June Halvorsen')
  await field(form, 'Address 1').fill('12 Tide Street')
  await field(form, 'City').fill('Bay Center')
  await field(form, 'Zip Code').fill('98527-0412')
  await field(form, 'Country').selectOption('USA')
  await field(form, 'State').selectOption('Washington')
}

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('FARM-2 the tab Tagging Subscription is there where tagging is active or pending, and nowhere else', async ({
    page,
  }) => {
    for (const [farm, words] of [
      [STONY, 'Active'],
      [DAMARISCOTTA, 'Pending: waiting for its setup invoice to be paid'],
    ] as const) {
      await visit(page, `/manage/${farm}?tab=info`)
      await expect(panelOf(page, 'Farm Info')).toBeVisible()
      const last = (await farmTabs(page)).last()
      await expect(last).toHaveText('Tagging Subscription')
      await last.click()
      await expect(page).toHaveURL(`/manage/${farm}?tab=tagging`)
      await expect(panel(page, 'Your Merroir Services').getByText(words, { exact: true })).toBeVisible()
      await expect(panel(page)).toBeVisible()
      await visit(page, `/manage/${farm}?tab=2`)
      await expect(panelOf(page, 'Tagging Subscription')).toBeVisible()
    }
    await expectAccessible(page)
    await visit(page, `/manage/${NOTEBOOK}?tab=tagging`)
    await expectTabs(page, ['Reports', 'Farm Info', 'About My Farm'])
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
  })

  test('SUB-9 what is missing stands at its field; a filled form saves', { tag: '@phone' }, async ({ page }) => {
    const form = await openForm(page, `/manage/${STONY}?tab=tagging`)
    for (const label of ['Name', 'Address 1', 'City', 'Zip Code']) await field(form, label).fill('')
    await field(form, 'Country').selectOption('')
    await form.getByRole('button', { name: 'Save' }).click()
    for (const label of REQUIRED) {
      await expect(field(form, label)).toHaveAccessibleDescription(new RegExp(`^${label} is required\\.`))
    }
    await expect(field(form, 'Name')).toBeFocused()
    await expectAccessible(page)
    await fill(form)
    for (const label of REQUIRED) await expect(form.getByText(`${label} is required.`)).toHaveCount(0)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(panel(page).getByText('Success. Changes have been saved.')).toBeVisible()
    await expect(page.locator(':focus')).toHaveText('Success. Changes have been saved.')
    await page.reload()
    await expect(panel(page)).toContainText('12 Tide Street, Bay Center, Washington, 98527-0412, USA')
    await page.getByRole('button', { name: `Edit ${TITLE}` }).click()
    await expect(field(shippingForm(page), 'Zip Code')).toHaveValue('98527-0412')
  })
})

test.describe('staff', () => {
  test.use({ as: 'admin' })

  test('AFARM-4 the tab Paper & Printers, whether tagging is active or not', async ({ page }) => {
    await page.goto(`/farms/${NOTEBOOK}?tab=2`)
    await expectTabs(page, ['Reports', 'Farm Info', 'About My Farm', 'Features', 'Paper & Printers'])
    await expect(panelOf(page, 'Paper & Printers')).toBeVisible()
    await expect(panel(page, 'Your Merroir Services').getByText('Not active', { exact: true })).toBeVisible()
    await expect(page.getByRole('form', { name: 'Edit Paper & Printers' })).toBeVisible()
  })

  test('AFARM-11 SUB-9 staff save an address, in another country too', async ({ page }) => {
    const form = await openForm(page, `/farms/${PITTWATER}?tab=2`)
    await fill(form)
    await field(form, 'Country').selectOption('Australia')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(field(form, 'State')).toHaveAccessibleDescription('State is required.')
    await field(form, 'State').selectOption('Tasmania')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(panel(page).getByText('Success. Changes have been saved.')).toBeVisible()
    await expect(panel(page)).toContainText('Bay Center, Tasmania, 98527-0412, Australia')
  })

  test('SUB-9 Cancel asks only when something was changed', async ({ page }) => {
    const form = await openForm(page, `/farms/${ELLIOTT}?tab=2`)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: `Edit ${TITLE}` })).toBeFocused()
    await page.getByRole('button', { name: `Edit ${TITLE}` }).click()
    await field(form, 'Business').fill('Elliott Bay')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(panel(page)).not.toContainText('Elliott Bay')
  })
})

test('AUTH-3 SUB-9 a session that runs out in the middle of it loses nothing', async ({ page, request, troubles }) => {
  troubles.expect(/^401 \/api\/farms\//)
  await page.goto(`/manage/${DAMARISCOTTA}?tab=tagging`)
  await fillSignIn(page, 'manager')
  await page.getByRole('button', { name: `Edit ${TITLE}` }).click()
  const form = shippingForm(page)
  await fill(form)
  await request.post('/api/logout', { headers: { Authorization: `Bearer ${await storedToken(page)}` } })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/^[^?]*\/login\?returnUrl=/)
  await fillSignIn(page, 'manager')
  await expect(form.getByText(/^What you typed is back/)).toBeVisible()
  await expect(field(form, 'Zip Code')).toHaveValue('98527-0412')
  await expect(field(form, 'State')).toHaveValue('Washington')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(panel(page).getByText('Success. Changes have been saved.')).toBeVisible()
})
