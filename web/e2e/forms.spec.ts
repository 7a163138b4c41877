import type { Page } from '@playwright/test'
import { STONY } from './leaseBook'
import { expect, test } from './test'

// What was typed survives what a browser does to it.
test.use({ alone: import.meta.url, as: 'manager' })

const RECORD = `/manage/${STONY}/record?activity=plant`
const KEPT = /^What you typed is back/

test('a release of the mouse beside a dialog closes nothing, and a reload gives it back as it was', async ({
  page,
}) => {
  await page.goto(`/manage/${STONY}?tab=info`)
  await page.getByRole('button', { name: 'Add lease' }).click()
  const form = page.getByRole('dialog', { name: 'Add a lease' })
  const name = form.getByLabel('Name', { exact: true })
  await name.fill('North Channel')
  const box = await name.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  // As one marks a text and lets go too far to the left.
  await page.mouse.move(box.x + 90, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(4, box.y + 10, { steps: 6 })
  await page.mouse.up()
  await expect(name).toHaveValue('North Channel')
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeHidden()

  page.on('dialog', (question) => question.accept())
  await page.reload()
  await expect(form.getByText(KEPT)).toBeVisible()
  await expect(name).toHaveValue('North Channel')
})

test.describe('in a tab of its own', () => {
  test.use({ ownTab: true })

  test('USR-5 a dialog that was left does not open by itself, and has what was typed when it is opened', async ({
    page,
  }) => {
    await page.goto(`/manage/${STONY}?tab=info`)
    await page.getByRole('button', { name: 'Add lease' }).click()
    const form = page.getByRole('dialog', { name: 'Add a lease' })
    await form.getByLabel('Name', { exact: true }).fill('South Channel')
    page.on('dialog', (question) => question.accept())
    await page.goto('/manage')
    await page.reload()
    await page.getByRole('link', { name: 'View Details of Stony Point Shellfish' }).click()
    await page.getByRole('tab', { name: 'Farm Info' }).click()
    const add = page.getByRole('region', { name: 'Leases' }).getByRole('button', { name: 'Add lease' })
    await expect(add).toBeVisible()
    await expect(form).toBeHidden()

    await add.click()
    await expect(form.getByText(KEPT)).toBeVisible()
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('South Channel')
  })
})

test.describe('in a browser that has nothing yet', () => {
  test.use({ apart: true })

  test('a part of the page that cannot be loaded takes nothing along', async ({ page, troubles }) => {
    troubles.expect(/ERR_FAILED|Failed to fetch dynamically|error loading/i)
    await page.goto(RECORD)
    await page.getByRole('radio', { name: /Palix Mouth/ }).click()
    await page.getByLabel('Animals planted').fill('41')
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Stony Point Shellfish' }).first().click()
    await page.waitForURL(`**/manage/${STONY}`)
    await page.unroute('**/assets/*.js')
    await page.goto(RECORD)
    await expect(page.getByText(KEPT)).toBeVisible()
    await expect(page.getByLabel('Animals planted')).toHaveValue('41')
  })
})

test('a second tab neither takes nor overwrites what the first one holds, and records for itself', async ({ page }) => {
  const fill = async (tab: Page, count: string) => {
    await tab.getByLabel('Animals planted').fill(count)
    await expect(tab.getByLabel('Animals planted')).toHaveValue(count)
  }
  await page.goto(RECORD)
  await page.getByRole('radio', { name: /Palix Mouth/ }).click()
  await page.getByLabel('Animal', { exact: true }).fill('Pacific oyster')
  await fill(page, '41')
  // A tab that was duplicated begins with a copy of everything.
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => window.open(location.href))
  const second = await opened
  await expect(second.getByText(KEPT)).toBeVisible()
  await fill(second, '17')
  page.on('dialog', (question) => question.accept())
  await page.reload()
  await expect(page.getByLabel('Animals planted')).toHaveValue('41')
  for (const tab of [second, page]) {
    await tab.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(tab.getByText(/^Recorded:/)).toBeVisible()
  }
  await expect(page.getByText(/^17 .*planted/).first()).toBeVisible()
  await expect(page.getByText(/^41 .*planted/).first()).toBeVisible()
})
