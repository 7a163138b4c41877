import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expectTabs, openTab, panelOf } from './farm-nav'
import { call, fact, itemOf } from './leaseBook'
import { tokenOf } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// Farms are changed here: not on the server that others read.
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

test('AFARM-5 Farm Info is edited and saved', async ({ page }) => {
  const form = await openForm(page, STONY, 'Farm Information')
  await form.getByLabel('Phone').fill('+1 360 555 0999')
  await form.getByLabel('Location').fill('Willapa Bay, south')
  await form.getByRole('button', { name: 'Save' }).click()
  const info = panel(page, 'Farm Information')
  await expect(info.getByText('Success. Changes have been saved.')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveText('Success. Changes have been saved.')
  await expect(info).toContainText('Willapa Bay, south')
  await expectAccessible(page)
  await info.getByRole('button', { name: 'Dismiss' }).click()
  await expect(info.getByText('Success.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Farm Information' })).toBeFocused()
  await page.reload()
  await expect(info).toContainText('+1 360 555 0999')
})

test('AFARM-5 Cancel asks only when something was changed', async ({ page }) => {
  const form = await openForm(page, STONY, 'Farm Information')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Farm Information' }).click()
  await form.getByLabel('Owner').fill('Nobody')
  await form.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Owner')).toHaveValue('Nobody')
  await openTab(page, 'About My Farm')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(`/farms/${STONY}?tab=about`)
})

test('AFARM-9 every text ends at its maximum, and says so', async ({ page }) => {
  const form = await openForm(page, STONY, 'Farm Information')
  for (const text of await form.getByRole('textbox').all()) {
    const most = { name: 40, setupFee: 12 }[(await text.getAttribute('name')) ?? ''] ?? 200
    await text.fill('x'.repeat(most - 1))
    await text.pressSequentially('yz')
    await expect(text).toHaveValue(`${'x'.repeat(most - 1)}y`)
    await expect(text).toHaveAccessibleDescription('Max length reached')
  }
})

test('AFARM-5 two editors: both changes are kept', async ({ page, serverUrl, troubles }) => {
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
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(news.getByRole('alert')).toHaveText('Choose for every field first.')
  const city = news.getByRole('group', { name: 'City' })
  await city.getByRole('radio', { name: 'Take theirs Fortune Bridge' }).check()
  await expect(form.getByLabel('City')).toHaveValue('Fortune Bridge')
  await city.getByRole('radio', { name: 'Keep mine Souris West' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  const info = panel(page, 'Farm Information')
  await expect(info.getByText('Success. Changes have been saved.')).toBeVisible()
  for (const part of ['Souris West', '+1 902 555 0100', 'Pia and Ole Lund']) await expect(info).toContainText(part)
})

test('AFARM-3 AFARM-7 a distributor that becomes a farm is warned', async ({ page, serverUrl }) => {
  const token = await tokenOf(serverUrl, 'root')
  const headers = { Authorization: `Bearer ${token}` }
  const data = { wetStorage: true, logs: true }
  await page.request.put(`/api/farms/${ELLIOTT}/features`, { data, headers })
  const form = await openForm(page, ELLIOTT, 'Farm Information')
  await form.getByLabel('Type').selectOption({ label: 'Farm' })
  await expect(form.getByRole('alert')).toHaveText(/only a distributor can have: Wet storage\.$/)
  await expect(form.getByRole('radio', { name: 'Harvest' })).toBeChecked()
  await form.getByLabel('Type').selectOption({ label: 'Distributor' })
  await expect(form.getByRole('alert')).toHaveCount(0)
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

test('AFARM-4 the tabs, by name and by key', async ({ page }) => {
  await page.goto(`/farms/${STONY}?tab=4`)
  await expectTabs(page, ['Reports', 'Farm Info', 'About My Farm', 'Features', 'Paper & Printers'])
  await expect(panelOf(page, 'Reports')).toBeVisible()
  for (const [key, name] of [
    ['0', 'Farm Info'],
    ['2', 'Paper & Printers'],
    ['5', 'About My Farm'],
    ['6', 'Features'],
    ['features', 'Features'],
  ] as const) {
    await visit(page, `/farms/${STONY}?tab=${key}`)
    await expect(panelOf(page, name)).toBeVisible()
  }
})

test('AFARM-4 FARM-4 a farm with nothing to view by has no Reports here, and a lease without dates has dashes', {
  tag: '@phone',
}, async ({ page, serverUrl }) => {
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

test('AFARM-7 Features', { tag: '@phone' }, async ({ page }) => {
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
  await visit(page, `/farms/${ELLIOTT}?tab=info`)
  await expect(panel(page, 'Users')).toContainText('Nobody is linked to this farm yet.')
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
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(/is deleted/)).toHaveCount(0)
  await visit(page, '/farms?name=barnstable')
  await expect(page.getByText('No farm matches “barnstable”.')).toBeVisible()
})

test('AFARM-1 AFARM-5 a new farm has a fee in dollars, and the zone of its state', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/farms/setup')
  await page.getByLabel('Name', { exact: true }).fill('Fee Bay')
  await page.getByLabel('Country').selectOption('Mexico')
  await page.getByLabel('State').selectOption('Sonora')
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Hermosillo')
  await page.getByLabel('Setup fee in dollars').fill('450.50')
  await page.getByRole('button', { name: 'Create farm' }).click()
  await openTab(page, 'Farm Info')
  await expect(panel(page, 'Farm Information')).toContainText('$450.50')
  await page.getByRole('button', { name: 'Edit Farm Information' }).click()
  await expect(page.getByRole('form', { name: 'Edit Farm Information' })).toBeFocused()
  await expect(page.getByLabel('Setup fee in dollars')).toHaveValue('450.50')
  await page.getByLabel('Setup fee in dollars').fill('1,200')
  await page.getByLabel('Paper discount').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(panel(page, 'Farm Information')).toContainText('$1,200.00')
  // It has no printers, and its discount can be agreed all the same.
  await expect(panel(page, 'Farm Information')).toContainText(/Paper discount\s*Yes/)
  await page.reload()
  await expect(panel(page, 'Farm Information')).toContainText(/Paper discount\s*Yes/)
})
