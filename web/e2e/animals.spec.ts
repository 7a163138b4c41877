import type { Page } from '@playwright/test'
import { NOTEBOOK, STONY } from './report'
import { expect, test } from './test'

// An entry is put right here: not on the server whose numbers others read.
test.use({ alone: import.meta.url, as: 'manager' })

const living = (page: Page, animals: string) => expect(page.getByText(`${animals} living in 1 container`)).toBeVisible()

test('a number that was typed wrong is put right from the journal, and the book keeps both', async ({ page }) => {
  const [lot, before, after] = ['bag 5', '73', '76']
  await page.goto(`/manage/${NOTEBOOK}`)
  await page
    .getByRole('link', { name: `Site B, beach, ${lot}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `beach, ${lot}` })).toBeVisible()
  await living(page, before)
  const journal = page.getByRole('region', { name: 'Journal' })
  await journal.getByRole('button', { name: 'Correct: 10 harvested' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Correct an entry' })
  await sheet.getByLabel('Animals', { exact: true }).fill('7')
  await sheet.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(sheet.getByText('Say why.')).toBeVisible()
  await sheet.getByLabel('Reason').fill('Typed 10 for 7')
  await sheet.getByRole('button', { name: 'Show what it does to the animals' }).click()
  await expect(sheet.getByText(`Site B, beach, ${lot}: ${before} living today, then ${after}`)).toBeVisible()
  await living(page, before)
  await sheet.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(sheet).toBeHidden()
  await living(page, after)
  await expect(journal.getByText(/^7 harvested/)).toBeVisible()
  await expect(journal.getByText('Typed 10 for 7')).toBeVisible()
  await expect(journal.getByRole('button', { name: 'Corrected: see the right one' })).toHaveCount(1)
  await page.reload()
  await living(page, after)
})

test('LOT-1 what lived where, the size and the losses of a planting are drawn over time, and Back undoes each choice', async ({
  page,
}) => {
  await page.goto(`/manage/${STONY}`)
  await page
    .getByRole('link', { name: /^Long Island Slough, / })
    .first()
    .click()
  const planting = page.getByRole('link', { name: 'All of this planting' })
  await planting.click()
  await expect(planting).toHaveCount(0)
  const over = page.getByRole('region', { name: 'Over time' })
  await expect(
    over
      .getByRole('figure', { name: /^Living animals/ })
      .locator('[data-series]')
      .first(),
  ).toBeAttached()
  await over.getByText('Losses', { exact: true }).click()
  await expect(page).toHaveURL(/[?&]picture=lost/)
  const chart = over.getByRole('application', { name: /^Animals lost/ })
  await chart.focus()
  await page.keyboard.press('End')
  await expect(over.getByRole('status')).toContainText('Lost')
  await over.getByText('Table', { exact: true }).click()
  await expect(over.getByRole('table', { name: 'Animals lost' })).toBeVisible()
  await page.goBack()
  await expect(chart).toBeVisible()
  await page.goBack()
  await expect(over.getByRole('figure', { name: /^Living animals/ })).toBeVisible()
  // The places of a month stand in few lines, however little room the columns have.
  await page.setViewportSize({ width: 1000, height: 800 })
  const months = page.getByRole('region', { name: 'What happened month by month' })
  const where = await months.getByRole('columnheader', { name: 'Where' }).boundingBox()
  expect(where?.width).toBeGreaterThanOrEqual(150)
})

test('who chooses a picture while another page is on its way stays with the choice', async ({ page }) => {
  await page.goto(`/manage/${STONY}`)
  await page
    .getByRole('link', { name: /^Long Island Slough, / })
    .first()
    .click()
  const planting = await page.getByRole('link', { name: 'All of this planting' }).elementHandle()
  const losses = await page
    .getByRole('region', { name: 'Over time' })
    .getByText('Losses', { exact: true })
    .elementHandle()
  const lot = new URL(page.url()).pathname
  // Both in one turn, as the page of the planting is on its way for a moment only.
  await page.evaluate(
    (both) => {
      for (const element of both) (element as HTMLElement).click()
    },
    [planting, losses],
  )
  await expect(page).toHaveURL(`${lot}?picture=lost`)
  await expect(page.getByRole('application', { name: /^Animals lost/ })).toBeVisible()
})
