import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { mailWith, stopBy } from './mail'
import { NOTEBOOK, notebookUrl } from './report'
import { expect, test } from './test'
import { visit } from './visit'

// Mails are sent: not on the server that the others use.
test.use({ alone: import.meta.url, as: 'manager' })

const EXPORTS = `/manage/${NOTEBOOK}?tab=reports&report=exports`
const SCHEDULED = 'Your export is scheduled.'

const rows = (page: Page) => page.getByRole('region', { name: 'Scheduled' }).getByRole('listitem')

test('EXP-4 a report is scheduled as it is shown, of dates that move', async ({ page }) => {
  const email = 'monthly@merroir.example'
  await page.goto(notebookUrl({ by: 'area' }))
  await page.getByRole('button', { name: 'Schedule…', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Inventory' })
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('Dates')).toHaveValue('Last week')
  await dialog.getByRole('combobox', { name: 'Every' }).selectOption('Month')
  await expect(dialog.getByLabel('Dates')).toHaveValue('Last month')
  await dialog.getByRole('combobox', { name: 'Day' }).selectOption('The last')
  await dialog.getByRole('combobox', { name: 'At', exact: true }).selectOption('6:00')
  await dialog.getByLabel('Email').fill(email)
  const asked = page.waitForRequest('**/api/v2/schedules/**')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  const body = (await asked).postDataJSON()
  expect(body).toMatchObject({
    metric: 'Inventory',
    segment: 'growingArea',
    dateRange: 'Last month',
    every: 'month',
    on: 31,
    at: 6,
    email,
  })
  expect(body).not.toHaveProperty('startDate')
  await expect(dialog.getByText(SCHEDULED)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  await visit(page, EXPORTS)
  const row = rows(page).filter({ hasText: email })
  await expect(row).toContainText('On the last day of every month at 6:00, about Last month')
  await expect(row).toContainText(/Next on \d/)

  await row.getByRole('button', { name: 'Change the schedule of Inventory' }).click()
  const change = page.getByRole('dialog', { name: 'Change the schedule of Inventory' })
  await expect(change.getByLabel('Email')).toBeFocused()
  await expect(change.getByRole('combobox', { name: 'Day' })).toHaveValue('31')
  await change.getByRole('combobox', { name: 'Day' }).selectOption('3')
  await change.getByRole('combobox', { name: 'Growing Areas' }).selectOption('Site A')
  await expectAccessible(page)
  const changed = page.waitForRequest('**/api/v2/schedules/*/*/request')
  await change.getByRole('button', { name: 'Save' }).click()
  expect((await changed).postDataJSON()).toMatchObject({
    segment: 'growingArea',
    dateRange: 'Last month',
    on: 3,
    at: 6,
  })
  await expect(change.getByText('The schedule is changed.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('On day 3 of every month at 6:00, about Last month')
})

test('EXP-4 sent now, paused, resumed, stopped by the link in its mail without an account, and deleted', async ({
  page,
}) => {
  const email = 'weekly@merroir.example'
  await page.goto(EXPORTS)
  await page.getByRole('button', { name: 'Schedule Snapshot' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('manager@merroir.example')
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText(SCHEDULED)).toBeVisible()
  await page.keyboard.press('Enter')
  const row = rows(page).filter({ hasText: email })
  await expect(row).toContainText('Every Monday at 7:00')
  await row.getByRole('button', { name: 'Send now: Snapshot' }).dblclick()
  await expect(row.getByText('Your export was successfully sent.')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Past exports' }).getByRole('listitem').filter({ hasText: email }),
  ).toContainText(/Sent, \d+ rows/)
  await row.getByRole('button', { name: 'Pause Snapshot' }).click()
  await expect(row).toContainText('Paused')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Resume Snapshot' }).click()
  await expect(row).toContainText('Next on')

  await stopBy(page, /\/exports\/stop\/[0-9a-f]{64}/, await mailWith(page, email), 'Snapshot of')
  await page.goto(EXPORTS)
  await expect(row).toContainText('Stopped. It was stopped from one of its mails.')
  await expect(row.getByRole('button', { name: 'Send now: Snapshot' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Delete the schedule of Snapshot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toHaveCount(0)
})
