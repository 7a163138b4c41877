import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { openPlace } from './farm-nav'
import { tokenOf } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// A farm's book is changed here: not on the server that others read.
test.use({ alone: import.meta.url, as: 'manager' })

const STONY = '5f0000000000000000000002'

const sheet = (area: string, rows: string) =>
  `date,activity,growing area,fill profile,count\n${rows.replaceAll('@', area)}`

async function alive(serverUrl: string, area: string): Promise<number> {
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'manager')}` }
  const answer = await fetch(`${serverUrl}/api/v2/places/${STONY}`, { headers })
  const { data } = (await answer.json()) as { data: { area: string; onHand: number }[] }
  return data.filter((place) => place.area === area).reduce((sum, { onHand }) => sum + onHand, 0)
}

async function upload(page: Page, name: string, text: string) {
  await visit(page, `/manage/${STONY}/upload`)
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /activit(y|ies) recorded\./ })).toBeVisible()
}

async function undo(page: Page, why: string) {
  await page.getByRole('button', { name: 'Undo this upload' }).click()
  const form = page.getByRole('form', { name: 'Undo this upload' })
  await form.getByLabel('Why').fill(why)
  await form.getByRole('button', { name: 'Undo', exact: true }).click()
}

test.describe('UPL-2 a farm manager, on the own farm', { tag: '@phone' }, () => {
  test('uploads a file, undoes it as a whole, and uploads it again', async ({ page, serverUrl }, info) => {
    const area = `Cove ${info.project.name}`
    await page.goto(`/manage/${STONY}`)
    await openPlace(page, 'Upload Groups')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload Groups')
    const file = sheet(area, '2026-03-01,plant,@,bag 1,100\n2026-03-04,harvest,@,bag 1,30\n')
    await upload(page, 'spring.csv', file)
    expect(await alive(serverUrl, area)).toBe(70)
    const uploaded = page.url()
    // NEWS-5: whoever manages the farm is told within the minute.
    await expect(async () => {
      await page.goto(`/manage/${STONY}/notices`)
      await expect(page.getByRole('link', { name: 'The upload of spring.csv is recorded.' })).toBeVisible({
        timeout: 300,
      })
    }).toPass()
    await page.getByRole('link', { name: 'The upload of spring.csv is recorded.' }).click()
    await expect(page).toHaveURL(uploaded)

    await page.getByRole('button', { name: 'Undo this upload' }).click()
    const form = page.getByRole('form', { name: 'Undo this upload' })
    await expect(form).toContainText('All 2 activities that spring.csv recorded will count for nothing.')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(form).toContainText('Say why.')
    await form.getByLabel('Why').fill('the wrong season')
    await form.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('2 activities were undone.')).toBeVisible()
    await expect(page.getByText('the wrong season')).toBeVisible()
    await expectAccessible(page)
    expect(await alive(serverUrl, area)).toBe(0)

    await page.getByRole('link', { name: 'The upload', exact: true }).click()
    await expect(page.getByText('This upload was undone.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo this upload' })).toHaveCount(0)
    await upload(page, 'spring.csv', file)
    expect(await alive(serverUrl, area)).toBe(70)
  })

  test('is shown what stands in the way, and nothing is undone', async ({ page, serverUrl }, info) => {
    const area = `Bay ${info.project.name}`
    await upload(page, 'first.csv', sheet(area, '2026-03-01,plant,@,bag 1,100\n'))
    const first = page.url()
    await upload(page, 'second.csv', sheet(area, '2026-03-04,loss,@,bag 1,5\n'))
    const second = page.url()
    await visit(page, first)
    await undo(page, 'wrong')
    await expect(page.getByText('Nothing was undone: something needs what the upload recorded.')).toBeVisible()
    const row = page.getByRole('row', { name: /Loss, 4 Mar/ })
    await expect(row).toContainText('It takes what would not be there.')
    const lines = await row
      .getByRole('link')
      .evaluate((link) => new Set(Array.from(link.getClientRects(), ({ top }) => top)).size)
    expect(lines, 'it is broken between its words alone').toBeLessThanOrEqual(2)
    await expectAccessible(page)
    expect(await alive(serverUrl, area)).toBe(95)
    await row.getByRole('link').click()
    await expect(page.getByRole('dialog', { name: 'Correct an entry' })).toBeVisible()

    await visit(page, second)
    await undo(page, 'wrong too')
    await expect(page.getByText('1 activity was undone.')).toBeVisible()
    await visit(page, first)
    await undo(page, 'wrong')
    await expect(page.getByText('1 activity was undone.')).toBeVisible()
    expect(await alive(serverUrl, area)).toBe(0)
  })
})
