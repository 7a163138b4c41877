import { expectAccessible } from './axe'
import { mailWith, stopBy } from './mail'
import { expect, test } from './test'

const STONY_POINT = '5f0000000000000000000002'

test.use({ alone: import.meta.url, as: 'manager' })

test('NEWS-1 NEWS-3 the bell counts what is new, the page tells it, and what was opened is read', async ({ page }) => {
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

test('NEWS-6 NEWS-7 mail of a kind is switched on the page, and stopped from a mail without an account', async ({
  page,
}) => {
  const box = (kind: string, where: string) =>
    page.getByRole('group', { name: kind }).getByRole('checkbox', { name: where })
  const saved = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/news/switches') && answer.request().method() === 'PUT')
  await page.goto(`/manage/${STONY_POINT}/notices`)
  await expect(box('Recalls', 'Mail')).not.toBeChecked()
  // Each kind can be switched off by itself; the weekly summary is a mail alone.
  await expect(page.getByRole('group').filter({ has: page.getByRole('checkbox') })).toHaveCount(7)
  const week = saved()
  await box('Weekly summary', 'Mail').click()
  await week
  await expect(box('Weekly summary', 'Page')).toHaveCount(0)
  const put = saved()
  await box('Certificates that expire', 'Mail').click()
  await put
  await page.reload()
  await expect(box('Certificates that expire', 'Mail')).not.toBeChecked()
  await expect(box('Weekly summary', 'Mail')).not.toBeChecked()
  await expect(box('Leases that end', 'Mail')).toBeChecked()

  const mail = await mailWith(page, 'The lease of Long Island Slough ends on', 'manager@merroir.example')
  await stopBy(page, /\/notices\/stop\/[0-9a-f]{64}/, mail, 'Mail about leases of Stony Point')
  await page.goto(`/manage/${STONY_POINT}/notices`)
  await expect(box('Leases that end', 'Mail')).not.toBeChecked()
  await expect(box('Leases that end', 'Page')).toBeChecked()
  const again = saved()
  await box('Leases that end', 'Page').click()
  await again
  await expect(page.getByText('The lease of Long Island Slough')).toHaveCount(0)
})
