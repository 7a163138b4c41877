import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { mailWith } from './mail'
import { NOTEBOOK } from './report'
import { SMALL_DESK, visitor } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

// Mails are sent: not on the server that the others use.
test.use({ alone: import.meta.url, as: 'manager' })

const EXPORTS = `/manage/${NOTEBOOK}?tab=reports&report=exports`
const SENT = 'Your export was successfully sent.'

/** Presses Send in the dialog, with another address. */
async function send(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send' }).click()
}

test('EXP-1 EXP-2 a snapshot arrives by mail, with its file, and stands among the past exports', async ({ page }) => {
  const email = 'snapshot@merroir.example'
  await page.goto(EXPORTS)
  await page.getByRole('button', { name: 'Export Snapshot' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('manager@merroir.example')
  await expect(page.getByLabel('Email')).toBeFocused()
  await send(page, email)
  await expect(page.getByText(SENT)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')

  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText(/^Snapshot/)
  await expect(row).toContainText(/Sent, \d+ rows, [\d.]+ KB/)
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download Snapshot' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')

  expect(await mailWith(page, email)).toContain('.xlsx')
})

test('the last export is in sight after two clicks', { tag: '@phone' }, async ({ page, isMobile }) => {
  if (!isMobile) await page.setViewportSize(SMALL_DESK)
  const email = `sight-${isMobile}@merroir.example`
  await page.goto(EXPORTS)
  await page.getByRole('button', { name: 'Export Snapshot' }).click()
  await send(page, email)
  await expect(page.getByText(SENT)).toBeVisible()
  await visit(page, `/manage/${NOTEBOOK}`)
  const somebody = visitor(page)
  await somebody.press(isMobile ? 'link' : 'tab', 'Reports')
  await somebody.press('link', 'Past exports')
  const last = page.getByRole('region', { name: 'Past exports' }).getByRole('listitem').first()
  await expect(last).toContainText(email)
  await somebody.found(last.getByRole('heading', { name: 'Snapshot' }), 2)
  await somebody.found(last.getByText(email), 2)
})

test.describe('the console', () => {
  test.use({ as: 'admin' })

  test('AFARM-4 staff have the same reports and exports', async ({ page }) => {
    await page.goto(`/farms/${NOTEBOOK}?tab=reports`)
    await expect(page.getByRole('list', { name: 'Snapshot' }).getByRole('listitem')).toHaveCount(5)
    await page.getByRole('tablist', { name: 'Reports' }).getByRole('tab', { name: 'Exports' }).click()
    await page.getByRole('button', { name: 'Export Snapshot' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('admin@merroir.example')
    await send(page, 'console@merroir.example')
    await expect(page.getByText(SENT)).toBeVisible()
  })
})
