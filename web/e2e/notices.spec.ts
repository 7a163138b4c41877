import { expectAccessible } from './axe'
import { expect, test } from './test'

const STONY_POINT = '5f0000000000000000000002'

test.use({ alone: import.meta.url, as: 'manager' })

test('NEWS-1 NEWS-3 the bell counts what is new, the page tells it, and what was opened is read', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`/manage/${STONY_POINT}`)
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notices/ })
  await expect(bell).toHaveAccessibleName('Notices 2 unread')
  await bell.click()
  await expect(page).toHaveURL(`/manage/${STONY_POINT}/notices`)
  await expect(page.getByText('Not read')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^The lease of Long Island Slough ends on/ }).click()
  await expect(page).toHaveURL(/tab=info#lease-/)
  await expect(bell).toHaveAccessibleName('Notices 1 unread')
  await page.goBack()
  await page.getByRole('button', { name: 'Mark all on this page as read' }).click()
  await expect(bell).toHaveAccessibleName('Notices')
  await page.reload()
  await expect(page.getByRole('link', { name: /^A recall by Washington State/ })).toBeVisible()
  await expect(page.getByText('Not read')).toHaveCount(0)
})
