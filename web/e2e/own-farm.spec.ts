import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './test'

// A farm is changed here: not on the server that others read.
test.use({ alone: import.meta.url, as: 'manager' })

const STONY = '5f0000000000000000000002'
const INFO = `/manage/${STONY}?tab=info`

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openForm(page: Page, name: string) {
  await page.goto(INFO)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = page.getByRole('form', { name: `Edit ${name}` })
  await expect(form).toBeFocused()
  return form
}

test('FARM-10 a manager edits the contact data and the time zone', async ({ page }) => {
  const form = await openForm(page, 'Farm Information')
  for (const kept of ['Name', 'Company name', 'Type'])
    await expect(form.getByLabel(kept, { exact: true })).toHaveCount(0)
  await form.getByLabel('Phone').fill('+1 360 555 0777')
  await form.getByLabel('Time zone').selectOption('America/Chicago')
  await form.getByRole('button', { name: 'Save' }).click()
  const info = panel(page, 'Farm Information')
  await expect(info.getByText('Success. Changes have been saved.')).toBeVisible()
  await page.reload()
  await expect(info).toContainText('+1 360 555 0777')
  await expect(info).toContainText('America/Chicago')
})

test('FARM-10 a manager edits the public page and the photo', { tag: '@phone' }, async ({ page }) => {
  const form = await openForm(page, 'Public tag page')
  await expectAccessible(page)
  await form.getByLabel('Grower names').fill('Ada and Ben')
  await form.getByRole('button', { name: 'Save' }).click()
  const shown = panel(page, 'Public tag page')
  await expect(shown.getByText('Success. Changes have been saved.')).toBeVisible()
  await expect(shown).toContainText('Ada and Ben')
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await page
    .getByLabel(/^(Add a|Replace the) photo$/)
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await expect(shown.getByText('The photo has been saved.')).toBeVisible()
  await page.reload()
  await expect(shown.getByRole('img', { name: 'The farm Stony Point Shellfish' })).toBeVisible()
})
