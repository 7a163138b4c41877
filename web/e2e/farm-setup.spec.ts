import { expectSeen, expectUncovered } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

// Farms are made here: not on the server whose lists others count.
test.use({ alone: import.meta.url, as: 'admin' })

test.beforeEach(async ({ page }) => {
  await page.goto('/farms/setup')
  await expect(page.getByRole('heading', { level: 1, name: 'Add Farm Details' })).toBeVisible()
})

test('AFARM-1 AFARM-2 AFARM-3 name, country, state and activity: what is required, how much, and how many there are', async ({
  page,
}) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') asked++
  })
  const name = page.getByLabel('Name', { exact: true })
  const country = page.getByLabel('Country')
  await name.fill('Half a farm')
  await page.getByRole('button', { name: 'Create farm' }).click()
  await expect(country).toHaveAccessibleDescription('Country is required')
  await expect(page.getByLabel('State')).toHaveAccessibleDescription('State is required')
  await expect(country).toBeFocused()
  await expect(name).toHaveValue('Half a farm')
  expect(asked).toBe(0)

  await name.fill('x'.repeat(39))
  await expect(page.getByText('Max length reached')).toHaveCount(0)
  await name.pressSequentially('yz')
  await expect(name).toHaveValue(`${'x'.repeat(39)}y`)
  await expect(name).toHaveAccessibleDescription('Max length reached')

  const states = page.getByLabel('State').getByRole('option')
  await expect(country.getByRole('option')).toHaveText(['', 'Canada', 'Mexico', 'USA', 'Australia'])
  await expect(states).toHaveCount(1)
  for (const [of, count] of [
    ['Canada', 10],
    ['Mexico', 32],
    ['USA', 52],
    ['Australia', 6],
  ] as const) {
    await country.selectOption(of)
    await expect(states).toHaveCount(count + 1)
    await expect(page.getByLabel('State')).toHaveValue('')
  }

  // A farm has exactly one activity.
  const choice = (activity: string) => page.getByRole('radio', { name: activity })
  await page.getByLabel('Type').selectOption({ label: 'Farm' })
  await expect(choice('Harvest')).toBeChecked()
  for (const none of ['Receive', 'Order', 'Process']) await expect(choice(none)).toBeDisabled()
  await choice('Record').check()
  await expect(choice('Harvest')).not.toBeChecked()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
})

test('AFARM-3 a distributor starts with Receive and Order, fixed, and may have more', { tag: '@phone' }, async ({
  page,
}) => {
  const choice = (name: string) => page.getByRole('checkbox', { name })
  await page.getByLabel('Type').selectOption({ label: 'Distributor' })
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  for (const name of ['Receive', 'Order']) await expect(choice(name)).toBeChecked()
  for (const name of ['Receive', 'Order', 'Process']) {
    await expect(choice(name)).toBeDisabled()
    // A dashed frame would say that something is missing.
    await expect(choice(name).locator('xpath=ancestor::label')).toHaveCSS('border-top-style', 'solid')
  }
  await choice('Outgoing').check()
  await choice('Harvest').check()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await choice('Harvest').uncheck()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
})

test('AFARM-1 a new farm opens, and stands in the list', async ({ page }) => {
  const name = 'Quiet Inlet'
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Company name').fill('Inlet & Daughters')
  await page.getByLabel('Owner').fill('Ada Inlet')
  await page.getByLabel('Email').fill('ada@inlet.example')
  await page.getByLabel('City').fill('Tofino')
  await page.getByLabel('Country').selectOption('Canada')
  await page.getByLabel('State').selectOption('British Columbia')
  await page.getByLabel('Type').selectOption({ label: 'Farm' })
  await page.getByRole('button', { name: 'Create farm' }).click()
  await expect(page).toHaveURL(/\/farms\/[0-9a-f]{24}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Farms / ${name}`)
  await page.getByRole('link', { name: 'Add the first lease' }).click()
  await expect(page.getByRole('region', { name: 'Farm Information' })).toContainText('Inlet & Daughters')
  await visit(page, '/farms?name=quiet')
  await expect(page.getByRole('rowheader')).toContainText([`${name} (Inlet & Daughters)`])
})

test("AFARM-1 PUB-9 the server's refusal stands beside its field, the text is kept", async ({ page, troubles }) => {
  troubles.expect(/^400 \/api\/farms$/)
  await page.getByLabel('Name', { exact: true }).fill('Quiet Inlet')
  await page.getByLabel('Email').fill('no address')
  await page.getByLabel('Country').selectOption('Canada')
  await page.getByLabel('State').selectOption('British Columbia')
  await page.getByRole('button', { name: 'Create farm' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/email/i)
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Quiet Inlet')
})

test('what went wrong of no field is in sight of whoever sent it, by the button or from a field above', {
  tag: '@phone',
}, async ({ page, troubles }) => {
  troubles.expect(/net::ERR_FAILED/)
  await page.route('**/api/farms', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  const name = page.getByLabel('Name', { exact: true })
  const create = page.getByRole('button', { name: 'Create farm' })
  const wrong = page.getByRole('alert')
  await name.fill('Far')
  await page.getByLabel('Country').selectOption('Canada')
  await page.getByLabel('State').selectOption('British Columbia')
  await create.click()
  await expectSeen(wrong)
  await name.fill('Far Shore')
  await expect(wrong).not.toBeInViewport()
  await name.press('Enter')
  await expectSeen(wrong)
  await expectUncovered(create)
  await expect(name).toHaveValue('Far Shore')
  await expect(name).toBeFocused()
})
