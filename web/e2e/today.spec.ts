import { expect, test } from './test'

const STONY = '5f0000000000000000000002'

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
