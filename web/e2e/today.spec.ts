import { openTab, panelOf } from './farm-nav'
import { expect, test } from './test'
import { visit } from './visit'

const STONY = '5f0000000000000000000002'
const DAMARISCOTTA = '5f0000000000000000000003'
const COVE = '5f0000000000000000000007'

const needs = 'Needs you'

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('the bare address opens Today, for everyone', async ({ page }) => {
    await page.goto(`/manage/${STONY}`)
    const rows = page.getByRole('region', { name: needs }).getByRole('listitem')
    await expect(rows.first()).toContainText('The recall by Washington State Department of Health reaches 2 tags')
    await expect(rows.nth(1)).toContainText(
      /The lease of Long Island Slough ends in \d+ days\. [\d,]+ animals live there\./,
    )
    await expect(page.getByText(/animals live here, .* (more|fewer) than on \d+ \w+: .* planted/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Snapshot' }).getByRole('listitem')).toHaveCount(5)
    await expect(page.getByRole('region', { name: 'Last entries' }).getByRole('listitem')).toHaveCount(5)
    await expect(page.getByRole('region', { name: 'Growing areas' }).getByRole('img')).toHaveCount(3)
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(0)
  })

  test('what needs somebody is one press away, by keyboard too', async ({ page }) => {
    await page.goto(`/manage/${STONY}`)
    const card = page.getByRole('region', { name: needs })
    await card.getByRole('link', { name: 'Edit lease Long Island Slough' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Edit Long Island Slough' })
    await expect(form.getByLabel('Date of expiration')).toBeVisible()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toHaveCount(0)
    await expect(page).toHaveURL(`/manage/${STONY}?tab=info`)
    await visit(page, `/manage/${STONY}`)
    await card.getByRole('link', { name: /^See recall/ }).click()
    await expect(page).toHaveURL('/tag/7a0000000000000000000002')
    await expect(page.getByText('PRODUCT RECALLED BY')).toBeVisible()
  })

  test('every page of a farm that a recall reaches has it above', { tag: '@phone' }, async ({ page }) => {
    for (const path of ['', '?tab=about', '/record', '/invoices']) {
      await visit(page, `/manage/${STONY}${path}`)
      await expect(page.getByRole('complementary', { name: 'Recall' })).toBeVisible()
    }
    await visit(page, `/manage/${DAMARISCOTTA}`)
    await expect(page.getByRole('region', { name: needs })).toContainText('Invoice')
    await expect(page.getByRole('complementary', { name: 'Recall' })).toHaveCount(0)
  })

  test('only the bare address opens something else than before', async ({ page }) => {
    await page.goto(`/manage/${STONY}?utm_source=x`)
    await expect(page.getByRole('region', { name: needs })).toBeVisible()
    await visit(page, `/manage/${STONY}?tab=info`)
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
    await visit(page, `/manage/${STONY}?report=yield`)
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
    await visit(page, `/manage/${STONY}?invoicePaid=true`)
    await expect(panelOf(page, 'Tagging Subscription')).toBeVisible()
    await openTab(page, 'Farm Info')
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await expect(page).toHaveURL(`/manage/${STONY}`)
    await expect(page.getByRole('region', { name: needs })).toBeVisible()
    await page.goBack()
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
  })

  test('a new farm is told what to do first', async ({ page }) => {
    await page.goto(`/manage/${COVE}`)
    await expect(page.getByText(/^Nothing right now\./)).toBeVisible()
    await page.getByRole('link', { name: 'Add the first lease' }).click()
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
  })

  test('what fails is asked for again, the squares stay', async ({ page, troubles }) => {
    troubles.expect(/503/)
    await page.route(`**/api/farms/${STONY}/today`, (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, error: 'Error', message: 'In a moment.' } }),
    )
    await page.goto(`/manage/${STONY}`)
    await expect(page.getByRole('alert')).toContainText('In a moment.')
    await expect(page.getByRole('list', { name: 'Snapshot' })).toBeVisible()
    await page.unroute(`**/api/farms/${STONY}/today`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Last entries' })).toBeVisible()
  })

  test('the list says of each farm how it is, in one call', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => request.url().endsWith('/today') && calls.push(request.url()))
    await page.goto('/manage')
    const stony = page.getByRole('row', { name: /Stony Point/ })
    await expect(stony).toContainText(/[\d,]{7} animals/)
    await expect(stony.getByRole('img')).toHaveAccessibleName(/^From [\d,]+ to [\d,]+ in 90 days$/)
    await expect(stony).toContainText('The recall by Washington State Department of Health')
    await expect(page.getByRole('row', { name: /Gooseberry/ })).toContainText('Nothing recorded yet')
    expect(calls).toHaveLength(1)
    await expect(page.getByLabel('Sort')).toBeHidden()
    await page.getByText('Sort, limit and pages').click()
    await page.getByLabel('Sort').focus()
    await page.getByLabel('Sort').selectOption('Name descending')
    await expect(page).toHaveURL('/manage?sort=-name')
    await expect(page.getByLabel('Sort')).toBeFocused()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
  })
})

test.describe('staff', () => {
  test.use({ as: 'admin' })
  test('the bare address of a farm opens Today, Farm Info is a tab', async ({ page }) => {
    await page.goto(`/farms/${STONY}`)
    await expect(page.getByRole('region', { name: needs })).toBeVisible()
    await visit(page, `/farms/${STONY}?tab=0`)
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
  })
})
