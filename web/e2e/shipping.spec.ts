import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './test'

// Addresses are changed here: not on the server that others read.
test.use({ alone: import.meta.url })

const STONY = '5f0000000000000000000002'
const PITTWATER = '5f0000000000000000000004'

const TITLE = 'Refill shipping info'
const REQUIRED = ['Name', 'Address 1', 'City', 'Zip Code', 'Country', 'State']

const panel = (page: Page) => page.getByRole('region', { name: TITLE, exact: true })
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

  test('SUB-9 what is missing stands at its field; a filled form saves', async ({ page }) => {
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
})
