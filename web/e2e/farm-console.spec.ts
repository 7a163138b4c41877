import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expectTabs, openTab, panelOf } from './farm-nav'
import { call, fact, itemOf } from './leaseBook'
import { tokenOf } from './session'
import { expectSeen, expectUncovered } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

// Farms are made and changed here: not on the server that others read.
test.use({ alone: import.meta.url, as: 'admin' })

const STONY = '5f0000000000000000000002'
const DAMARISCOTTA = '5f0000000000000000000003'
const PITTWATER = '5f0000000000000000000004'
const BAHIA = '5f0000000000000000000005'
const ELLIOTT = '5f0000000000000000000006'
const COVE = '5f0000000000000000000007'
const TYPE_TAG = '7a0000000000000000000006'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openForm(page: Page, farm: string, name: string) {
  await page.goto(`/farms/${farm}?tab=info`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = page.getByRole('form', { name: `Edit ${name}` })
  await expect(form).toBeFocused()
  return form
}

/** Another person of the staff changes a farm. */
async function meanwhile(page: Page, serverUrl: string, farm: string, change: object) {
  const token = await tokenOf(serverUrl, 'root')
  const answer = await page.request.put(`/api/farms/${farm}`, {
    data: change,
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(200)
}

test('AFARM-5 Farm Info is edited and saved, with what somebody else changed meanwhile', async ({
  page,
  serverUrl,
  troubles,
}) => {
  troubles.expect(/^409 \/api\/farms\//)
  const form = await openForm(page, COVE, 'Farm Information')
  await form.getByLabel('City').fill('Souris West')
  await form.getByLabel('Phone').fill('+1 902 555 0100')
  await meanwhile(page, serverUrl, COVE, { city: 'Fortune Bridge', owner: 'Pia and Ole Lund' })
  await form.getByRole('button', { name: 'Save' }).click()
  const news = panel(page, 'Somebody else changed this farm meanwhile.')
  await expect(news).toBeFocused()
  await expect(news).toContainText('Pia and Ole Lund')
  await expect(form.getByLabel('Owner')).toHaveValue('Pia and Ole Lund')
  await expect(form.getByLabel('City')).toHaveValue('Souris West')
  await expectAccessible(page)
  await news.getByRole('group', { name: 'City' }).getByRole('radio', { name: 'Keep mine Souris West' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  const info = panel(page, 'Farm Information')
  await expect(info.getByText('Success. Changes have been saved.')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveText('Success. Changes have been saved.')
  await info.getByRole('button', { name: 'Dismiss' }).click()
  await expect(info.getByText('Success.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Farm Information' })).toBeFocused()
  await page.reload()
  for (const part of ['Souris West', '+1 902 555 0100', 'Pia and Ole Lund']) await expect(info).toContainText(part)
})

test('AFARM-11 the public tag page shows what was edited', async ({ page }) => {
  const form = await openForm(page, STONY, 'Public tag page')
  await expectAccessible(page)
  await form.getByLabel('Grower names').fill('June and Rolf Halvorsen')
  await form.getByLabel('Harvest label').selectOption('Processing Date')
  await form.getByRole('button', { name: 'Remove cert 2' }).click()
  await form.getByRole('button', { name: 'Add brand' }).click()
  await page.keyboard.type('Palix Reserve')
  await form.getByLabel('Tasting notes').last().fill('Iron and plum')
  await form.getByRole('button', { name: 'Save' }).click()
  const shown = panel(page, 'Public tag page')
  await expect(shown.getByText('Success. Changes have been saved.')).toBeVisible()
  await expect(shown).toContainText('Palix Reserve')
  await expect(shown).toContainText('June and Rolf Halvorsen')
  await expect(shown).not.toContainText('WA-0977-SS')
})

test('AFARM-9 the photo of the tag page', async ({ page, troubles }) => {
  troubles.expect(/^(4\d\d) \/api\/farms\/.*\/photo$/)
  await page.goto(`/farms/${PITTWATER}?tab=info`)
  const shown = panel(page, 'Public tag page')
  const chooser = shown.locator('input[type=file]')
  await expect(chooser).toHaveAttribute('accept', 'image/png,image/gif,image/jpeg')
  await expect(shown.getByText('No photo yet.')).toBeVisible()
  await chooser.setInputFiles({ name: 'bay.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(shown.getByRole('alert')).toHaveText('A photo is a PNG, GIF or JPEG picture.')
  await chooser.setInputFiles({ name: 'bay.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await expect(shown.getByRole('alert')).toHaveText(/picture/i)
  await expect(shown.getByText('No photo yet.')).toBeVisible()
  const picture = await page.screenshot()
  await chooser.setInputFiles({ name: 'bay.png', mimeType: 'image/png', buffer: picture })
  await expect(shown.getByText('The photo has been saved.')).toBeVisible()
  const image = shown.getByRole('img', { name: 'The farm Pittwater Rock Oysters' })
  await expect(image).toHaveAttribute('src', /^\/photos\//)
  await expect(image).toHaveJSProperty('complete', true)
  await shown.getByRole('button', { name: 'Remove the photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(shown.getByText('The photo has been removed.')).toBeVisible()
  await expect(image).toHaveCount(0)
})

test('AFARM-4 FARM-4 a farm with nothing to view by has no Reports here, and a lease without dates has dashes', async ({
  page,
  serverUrl,
}) => {
  const farm = await call<{ _id: string }>(serverUrl, 'POST', 'farms', {
    name: 'New Bay',
    country: 'USA',
    state: 'Maine',
  })
  await call(serverUrl, 'POST', `farms/${farm._id}/leases`, { name: 'Cove' })
  await page.goto(`/farms/${farm._id}?tab=reports`)
  await expect(panelOf(page, 'Farm Info')).toBeVisible()
  const cove = itemOf(page, 'Cove')
  for (const unknown of ['Date of issue', 'Date of expiration', 'Size'])
    await expect(fact(cove, unknown)).toHaveText('–')
  await expectTabs(page, ['Farm Info', 'About My Farm', 'Features', 'Paper & Printers'])
})

test('AFARM-7 Features', async ({ page }) => {
  await page.goto(`/farms/${PITTWATER}?tab=features`)
  await expect(page.getByRole('checkbox')).toHaveCount(7)
  await visit(page, `/farms/${ELLIOTT}?tab=features`)
  await expect(page.getByRole('checkbox')).toHaveCount(15)
  // Each says what it does.
  for (const one of await page.getByRole('checkbox').all()) await expect(one).toHaveAccessibleDescription(/\w+ \w+/)
  await page.getByLabel('QuickBooks').check()
  await page.getByLabel('Web receiving').check()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Feature Flags Updated')).toBeVisible()
  await expect(page.locator(':focus')).toHaveText('Feature Flags Updated')
  await expect(panelOf(page, 'Farm Info')).toBeVisible()
  await openTab(page, 'Features')
  await expect(page.getByText('Feature Flags Updated')).toHaveCount(0)
  for (const name of ['QuickBooks', 'Web receiving']) await expect(page.getByLabel(name)).toBeChecked()
})

test('AFARM-10 each linked user leads to their page', async ({ page }) => {
  await page.goto(`/farms/${STONY}?tab=info`)
  await panel(page, 'Users').getByRole('link', { name: 'Marin Keller' }).click()
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f]{24}$/)
})

test('AFARM-8 the setup mail is sent once more, and not twice in a row', async ({ page, troubles }) => {
  troubles.expect(/^4\d\d \/api\/enableTagging\//)
  await page.goto(`/farms/${DAMARISCOTTA}?tab=info`)
  const services = panel(page, 'Your Merroir Services')
  await services.getByRole('button', { name: 'Resend the setup email' }).click()
  await expect(services.getByText('Reminder Email Sent')).toBeVisible()
  await services.getByRole('button', { name: 'Resend the setup email' }).click()
  await expect(services.getByRole('alert')).toBeVisible()
  await expect(services.getByText('Reminder Email Sent')).toHaveCount(0)
})

test('AFARM-6 the question closes in every way', async ({ page }) => {
  await page.goto(`/farms/${STONY}?tab=info`)
  const zone = panel(page, 'Danger zone')
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await zone.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('orphaned relationships')
  await expect(question.getByRole('heading', { name: 'Will be kept' })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Delete this farm' })).not.toBeFocused()
  await expect(question.getByRole('button', { name: 'Delete this farm' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await zone.getByRole('button', { name: 'Clean' }).click()
  await page.mouse.click(5, 5)
  await expect(question).toHaveCount(0)
  await zone.getByRole('button', { name: 'Clean' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
})

test('AFARM-6 a clean is counted before and reported after; tags stay', async ({ page }) => {
  await page.goto(`/farms/${BAHIA}?tab=info`)
  await panel(page, 'Danger zone').getByRole('button', { name: 'Clean' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question.getByText('2 growing areas')).toBeVisible()
  await question.getByLabel(/^Type the farm's name/).fill('Bahía Falsa Ostiones')
  await question.getByRole('button', { name: 'Clean this farm' }).click()
  await expect(page.getByText(/^Bahía Falsa Ostiones is clean\. Removed: .*2 growing areas/)).toBeVisible()
  await expect(page.locator(':focus')).toContainText('is clean')
  await expect(page.getByText('No leases yet.')).toBeVisible()
  await expectTabs(page, ['Farm Info', 'About My Farm', 'Features', 'Paper & Printers'])
  await page.goto(`/tag/${TYPE_TAG}`)
  await expect(page.getByRole('main')).toContainText('Bahía Falsa Ostiones')
})

test('AFARM-6 a delete leads to the list, which reports it', async ({ page }) => {
  await page.goto('/farms?name=barnstable')
  await page.getByRole('link', { name: /^View Details/ }).click()
  await openTab(page, 'Farm Info')
  await panel(page, 'Danger zone').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await question.getByLabel(/^Type the farm's name/).fill('Barnstable Flats')
  await question.getByRole('button', { name: 'Delete this farm' }).click()
  await expect(page).toHaveURL('/farms')
  await expect(page.getByText('Barnstable Flats is deleted. There was nothing to remove.')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('is deleted')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(/is deleted/)).toHaveCount(0)
  await visit(page, '/farms?name=barnstable')
  await expect(page.getByText('No farm matches “barnstable”.')).toBeVisible()
})

test('AFARM-1 AFARM-5 a new farm opens with a fee in dollars and the zone of its state, and stands in the list', async ({
  page,
}) => {
  await page.goto('/farms/setup')
  await page.getByLabel('Name', { exact: true }).fill('Quiet Inlet')
  await page.getByLabel('Company name').fill('Inlet & Daughters')
  await page.getByLabel('Owner').fill('Ada Inlet')
  await page.getByLabel('Email').fill('ada@inlet.example')
  await page.getByLabel('City').fill('Bahía Kino')
  await page.getByLabel('Country').selectOption('Mexico')
  await page.getByLabel('State').selectOption('Sonora')
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Hermosillo')
  await page.getByLabel('Type').selectOption({ label: 'Farm' })
  await page.getByLabel('Setup fee in dollars').fill('450.50')
  await page.getByRole('button', { name: 'Create farm' }).click()
  await expect(page).toHaveURL(/\/farms\/[0-9a-f]{24}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Quiet Inlet')
  await page.getByRole('link', { name: 'Add the first growing area' }).click()
  const info = panel(page, 'Farm Information')
  await expect(info).toContainText('Inlet & Daughters')
  await expect(info).toContainText('$450.50')
  await page.getByRole('button', { name: 'Edit Farm Information' }).click()
  await expect(page.getByRole('form', { name: 'Edit Farm Information' })).toBeFocused()
  await expect(page.getByLabel('Setup fee in dollars')).toHaveValue('450.50')
  await page.getByLabel('Setup fee in dollars').fill('1,200')
  await page.getByLabel('Paper discount').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(info).toContainText('$1,200.00')
  // It has no printers, and its discount can be agreed all the same.
  await expect(info).toContainText(/Paper discount\s*Yes/)
  await page.reload()
  await expect(info).toContainText(/Paper discount\s*Yes/)
  await visit(page, '/farms?name=quiet')
  await expect(page.getByRole('rowheader')).toContainText(['Quiet Inlet (Inlet & Daughters)'])
})

test('AFARM-3 a distributor starts with Receive and Order, fixed, and may have more', async ({ page }) => {
  await page.goto('/farms/setup')
  const choice = (name: string) => page.getByRole('checkbox', { name })
  await page.getByLabel('Type').selectOption({ label: 'Distributor' })
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  for (const name of ['Receive', 'Order']) await expect(choice(name)).toBeChecked()
  for (const name of ['Receive', 'Order', 'Process']) {
    await expect(choice(name)).toBeDisabled()
    // A dashed frame would say that something is missing.
    await expect(choice(name).locator('xpath=ancestor::label')).toHaveCSS('border-top-style', 'solid')
  }
  await choice('Outgoing').check()
  await choice('Harvest').check()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await choice('Harvest').uncheck()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
})

test('what went wrong of no field is in sight of whoever sent it, by the button or from a field above', {
  tag: '@phone',
}, async ({ page, troubles }) => {
  troubles.expect(/net::ERR_FAILED/)
  await page.route('**/api/farms', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page.goto('/farms/setup')
  const name = page.getByLabel('Name', { exact: true })
  const create = page.getByRole('button', { name: 'Create farm' })
  const wrong = page.getByRole('alert')
  await name.fill('Far')
  await page.getByLabel('Country').selectOption('Canada')
  await page.getByLabel('State').selectOption('British Columbia')
  await create.click()
  await expectSeen(wrong)
  await name.fill('Far Shore')
  await expect(wrong).not.toBeInViewport()
  await name.press('Enter')
  await expectSeen(wrong)
  await expectUncovered(create)
  await expect(name).toHaveValue('Far Shore')
  await expect(name).toBeFocused()
})
