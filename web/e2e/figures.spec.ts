import { NOTEBOOK, notebookUrl, STONY } from './report'
import { tokenOf } from './session'
import { expect, test } from './test'

test.use({ as: 'manager', alone: import.meta.url })

test('REP-19 two people set mark and season: the second sees what the first saved', async ({
  page,
  serverUrl,
  troubles,
}) => {
  troubles.expect(/^409 \/api\/farms\//)
  await page.goto(notebookUrl({ report: 'intervalMortality' }))
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const form = page.getByRole('form', { name: 'Mark and season' })
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'root')}` }
  const data = { month: 9, mark: 3 }
  expect((await page.request.put(`/api/farms/${NOTEBOOK}/season`, { data, headers })).ok()).toBe(true)
  await form.getByLabel('Mark, % a month').fill('2,5')
  await form.getByRole('button', { name: 'Save' }).click()
  const news = page.getByRole('region', { name: 'Somebody else changed this season meanwhile.' })
  await expect(news).toBeFocused()
  await expect(form.getByLabel('Season begins in')).toHaveValue('9')
  await news.getByRole('group', { name: 'Mark, % a month' }).getByRole('radio', { name: 'Keep mine 2,5' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mark: 2.5% a month. The season begins in September.')).toBeVisible()
})

test('REP-19 two people set the market size: the second chooses', {
  tag: '@phone',
}, async ({ page, serverUrl, troubles }) => {
  troubles.expect(/^409 \/api\/farms\//)
  await page.goto(`/manage/${STONY}/growth`)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const form = page.getByRole('form', { name: 'Market size' })
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'root')}` }
  const data = { marketMm: 80 }
  expect((await page.request.put(`/api/farms/${STONY}/market-size`, { data, headers })).ok()).toBe(true)
  await form.getByLabel('Market size in mm').fill('90')
  await form.getByRole('button', { name: 'Save' }).click()
  const news = page.getByRole('region', { name: 'Somebody else changed this market size meanwhile.' })
  await news.getByRole('radio', { name: 'Take theirs 80' }).check()
  await expect(form.getByLabel('Market size in mm')).toHaveValue('80')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Market size: 80 mm (3.1 in).')).toBeVisible()
})
