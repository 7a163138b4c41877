import { expectAccessible } from './axe'
import { expectTabs } from './farm-nav'
import {
  addLease,
  COVE,
  call,
  fact,
  itemOf,
  type Lease,
  PACIFIC,
  panelOf,
  STONY,
  shifted,
  shown,
  today,
  told,
} from './leaseBook'
import { expectNoSideScroll } from './sight'
import { expect, test } from './test'

// Leases are made and changed here: not on the server whose farms others read.
test.use({ alone: import.meta.url })

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('FARM-4 the panel Leases: days of the calendar, lines, and what is there', async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=info`)
    const slough = itemOf(page, 'Long Island Slough')
    await expect(slough.getByRole('term')).toHaveText([
      'Date of issue',
      'Date of expiration',
      'Size',
      'Number of lines',
      'Location',
      'Animals on hand',
      'Containers on hand',
    ])
    await expect(fact(slough, 'Date of issue')).toHaveText('15 Dec 2006')
    await expect(fact(slough, 'Date of expiration')).toHaveText(/^14 Dec 2026/)
    await expect(fact(slough, 'Size')).toHaveText('6.5 acres')
    await expect(fact(slough, 'Number of lines')).toHaveText(/^1\s*420 spots$/)
    await expect(fact(slough, 'Location')).toHaveText('Willapa Bay, parcel 203')
    await expect(fact(slough, 'Animals on hand')).toHaveText(/^[\d,]{4,}$/)
    await expect(fact(slough, 'Containers on hand')).toHaveText(/^\d+$/)
    // What is not empty cannot be deleted, so that is not offered.
    await expect(slough.getByRole('button')).toHaveText(['Edit', 'End'])
    await expectNoSideScroll(page)
  })

  test('FARM-4 what expires within 90 days is pointed out in words, by the calendar of the farm', async ({
    page,
    serverUrl,
  }) => {
    const day = today(PACIFIC)
    const cases = [
      [-3, 'Expired 3 days ago'],
      [0, 'Expires today'],
      [1, 'Expires in 1 day'],
      [34, 'Expires in 34 days'],
      [90, 'Expires in 90 days'],
      [91, ''],
    ] as const
    const made: Lease[] = []
    for (const [days] of cases) {
      made.push(await addLease(serverUrl, `Expiring ${days}`, { dateOfExpiration: shifted(day, days) }))
    }
    await page.goto(`/manage/${STONY}?tab=info`)
    for (const [days, words] of cases) {
      const cell = fact(itemOf(page, `Expiring ${days}`), 'Date of expiration')
      await expect(cell).toHaveText(`${shown(shifted(day, days))}${words}`)
    }
    for (const { leaseId } of made) await call(serverUrl, 'DELETE', `farms/${STONY}/leases/${leaseId}`)
  })

  test('FARM-2 FARM-4 the first lease, its lines at once, until it is deleted', async ({ page }) => {
    await page.goto(`/manage/${COVE}?tab=info`)
    const panel = panelOf(page)
    await expect(panel.getByText('No leases yet.')).toBeVisible()
    await expect(panel.getByText("Add the farm's first growing area and its lines.")).toBeVisible()
    await expectTabs(page, ['Farm Info', 'About My Farm'])
    await panel.getByRole('button', { name: 'Add lease' }).click()
    const form = page.getByRole('dialog', { name: 'Add a lease' })
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
    await form.getByLabel('Name', { exact: true }).fill('Gooseberry North')
    await form.getByLabel('Date of issue').fill('2024-02-29')
    await form.getByLabel('Date of expiration').fill('2044-02-28')
    await form.getByLabel('Size').fill('3 acres')
    await form.getByLabel('Location').fill('Gooseberry Cove')
    await form.getByLabel('Add lines').fill('L1 to L20')
    await form.getByLabel('Spots each').fill('40')
    await expect(form.getByText('Adds 20 lines: L1, L2, … L20.')).toBeVisible()
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(form.getByText('20 lines added.')).toBeVisible()
    await form.getByRole('button', { name: 'Remove line L7', exact: true }).click()
    await expect(form.getByRole('button', { name: 'Remove line L8', exact: true })).toBeFocused()
    await expectNoSideScroll(page)
    await form.getByRole('button', { name: 'Add lease' }).dblclick()
    await expect(told(page)).toHaveText('Gooseberry North was added.')
    await expect(panel.getByRole('button', { name: 'Add lease' })).toBeFocused()
    const item = itemOf(page, 'Gooseberry North')
    await expect(item).toHaveCount(1)
    await expect(fact(item, 'Date of issue')).toHaveText('29 Feb 2024')
    await expect(fact(item, 'Number of lines')).toHaveText(/^19\s*760 spots$/)
    await expect(fact(item, 'Animals on hand')).toHaveText('0')
    await expectTabs(page, ['Reports', 'Farm Info', 'About My Farm'])

    await item.getByRole('button', { name: 'Delete Gooseberry North' }).click()
    const question = page.getByRole('dialog', { name: 'Are you sure?' })
    await expect(question).toContainText('Gooseberry North with its 19 lines will be gone for good.')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(item.getByRole('button', { name: 'Delete Gooseberry North' })).toBeFocused()
    await item.getByRole('button', { name: 'Delete Gooseberry North' }).click()
    await question.getByRole('button', { name: 'Delete lease' }).click()
    await expect(told(page)).toHaveText('Gooseberry North was deleted.')
    await expect(panel.getByText('No leases yet.')).toBeVisible()
  })

  test('FARM-4 what is wrong stands at its field, here and from the server', async ({ page, troubles }) => {
    troubles.expect(/^400 \/api\/farms\/.+\/leases$/)
    await page.goto(`/manage/${STONY}?tab=info`)
    await panelOf(page).getByRole('button', { name: 'Add lease' }).click()
    const form = page.getByRole('dialog', { name: 'Add a lease' })
    const name = form.getByLabel('Name', { exact: true })
    await form.getByLabel('Add lines').fill('L1, L2')
    await form.getByLabel('Add lines').press('Enter')
    await form.getByLabel('Name of line 2').fill('L1')
    await form.getByLabel('Spots of line 1').fill('some')
    await form.getByRole('button', { name: 'Add lease' }).click()
    await expect(name).toHaveAccessibleDescription('Name is required')
    await expect(name).toBeFocused()
    await expect(form.getByLabel('Name of line 2')).toHaveAccessibleDescription('Two lines are named L1')
    await expect(form.getByLabel('Spots of line 1')).toHaveAccessibleDescription('A number from 0 to 1,000,000')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Remove line L1' }).last().click()
    await form.getByLabel('Spots of line 1').fill('')
    await name.fill('palix MOUTH')
    await form.getByLabel('Date of issue').fill('2030-01-01')
    await form.getByLabel('Date of expiration').fill('2029-01-01')
    await form.getByRole('button', { name: 'Add lease' }).click()
    const expiration = form.getByLabel('Date of expiration')
    await expect(expiration).toHaveAccessibleDescription('It cannot expire before it was issued')
    await expect(expiration).toBeFocused()
    await expiration.fill('2031-01-01')
    await form.getByRole('button', { name: 'Add lease' }).click()
    await expect(name).toHaveAccessibleDescription('The farm has a growing area named "palix MOUTH" already.')
    await expect(name).toBeFocused()
    await form.getByLabel('Size').fill('x'.repeat(200))
    await expect(form.getByLabel('Size')).toHaveAccessibleDescription('Max length reached')
  })

  test('FARM-4 an edit keeps what it does not touch; a date that is only begun is refused', async ({
    page,
    serverUrl,
  }) => {
    const lines = [{ name: 'E1', spots: 7 }]
    const { leaseId } = await addLease(serverUrl, 'Edited', { size: '1 acre', location: 'East', lines })
    await page.goto(`/manage/${STONY}?tab=info`)
    await itemOf(page, 'Edited').getByRole('button', { name: 'Edit Edited' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Edited' })
    await form.getByLabel('Date of issue').focus()
    await page.keyboard.type('02')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel('Date of issue')).toHaveAccessibleDescription(
      'Enter the full date, or leave it empty.',
    )
    await form.getByLabel('Date of issue').fill('2020-02-02')
    await form.getByLabel('Name', { exact: true }).fill('Edited twice')
    await form.getByLabel('Add lines').fill('E2 to E4')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(told(page)).toHaveText('Edited twice was saved.')
    await page.reload()
    const item = itemOf(page, 'Edited twice')
    await expect(fact(item, 'Date of issue')).toHaveText('2 Feb 2020')
    await expect(fact(item, 'Size')).toHaveText('1 acre')
    await expect(fact(item, 'Location')).toHaveText('East')
    await expect(fact(item, 'Number of lines')).toHaveText(/^4\s*7 spots$/)
    await call(serverUrl, 'DELETE', `farms/${STONY}/leases/${leaseId}`)
  })
})

test.describe('staff', () => {
  test.use({ as: 'admin' })

  test('FARM-4 the console has the same panel', async ({ page, serverUrl }) => {
    const { leaseId } = await addLease(serverUrl, 'Of the console')
    await page.goto(`/farms/${STONY}?tab=info`)
    await itemOf(page, 'Of the console').getByRole('button', { name: 'Edit Of the console' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Of the console' })
    await form.getByLabel('Location').fill('by the office')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(told(page)).toHaveText('Of the console was saved.')
    await expect(fact(itemOf(page, 'Of the console'), 'Location')).toHaveText('by the office')
    await call(serverUrl, 'DELETE', `farms/${STONY}/leases/${leaseId}`)
  })
})
