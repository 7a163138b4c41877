import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { openPlace } from './farm-nav'
import { NOTEBOOK } from './report'
import { tokenOf, withSession } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// Farms ask here, and are answered: not on the server that others read.
test.use({ alone: import.meta.url, as: 'manager' })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('TAGGING-1 TAGGING-2 a farm without tagging finds what it costs, whom to call, and asks; staff answer', async ({
  page,
  serverUrl,
}) => {
  await page.goto(`/manage/${NOTEBOOK}`)
  await openPlace(page, 'Get tagging')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Get tagging$/)
  await expect(region(page, 'What it costs')).toContainText('$250.00, once')
  await expect(region(page, 'Printers').getByRole('row', { name: /TSC ALPHA-30RB/ })).toContainText('$289.00')
  await expect(region(page, 'Paper').getByRole('row', { name: /^Mobile paper/ })).toContainText('12 rolls, 1,320 tags')
  const call = region(page, 'Talk to us')
  await expect(call.getByRole('link', { name: '+1 207 555 0134' })).toHaveAttribute('href', 'tel:+12075550134')
  await expect(call.getByRole('link', { name: 'tagging@merroir.example' })).toBeVisible()

  // Asked twice in a hurry, it is asked once.
  const ask = region(page, 'Ask for it')
  await ask.getByRole('button', { name: 'Ask for tagging' }).dblclick()
  await expect(ask.getByText('Thank you. We have been told, and will call you.')).toBeVisible()
  await page.reload()
  await expect(ask).toContainText('Asked by manager')
  await expectAccessible(page)

  // It is taken back, and asked again.
  await ask.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await ask.getByRole('button', { name: 'Ask for tagging' }).click()
  await expect(ask).toContainText('Asked by manager')

  const staff = await page.context().newPage()
  await withSession(staff, await tokenOf(serverUrl, 'admin'))
  await staff.goto('/admin')
  await staff.getByRole('link', { name: 'Farms asking for tagging 1' }).click()
  const row = staff.getByRole('row', { name: /Salish Sea Test Beds/ })
  await expect(row).toContainText('manager@merroir.example')
  await expectAccessible(staff)
  await row.getByRole('link').click()
  const services = region(staff, 'Your Merroir Services')
  await expect(services).toContainText('manager asked for it')
  await services.getByRole('button', { name: 'Mark as answered' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Mark as answered' }).click()
  await expect(services.getByText('asked for it')).toHaveCount(0)
  await visit(staff, '/admin/tagging')
  await expect(staff.getByText('No farm is asking.')).toBeVisible()
  await visit(staff, '/admin/audit')
  await expect(staff.getByRole('rowheader').first()).toContainText('answered the request for tagging of')
  await staff.close()

  await page.reload()
  await expect(ask).toContainText('You asked before, and were answered')
  // For whoever comes next.
  await expect(ask.getByRole('button', { name: 'Ask for tagging' })).toBeVisible()
})
