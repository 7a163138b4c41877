import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expectTabs, openTab, panelOf } from './farm-nav'
import { expect, test } from './test'
import { visit } from './visit'

const NOTEBOOK = '5f0000000000000000000001'
const STONY = '5f0000000000000000000002'
const DAMARISCOTTA = '5f0000000000000000000003'
const PITTWATER = '5f0000000000000000000004'
const COVE = '5f0000000000000000000007'
const NOBODYS = '5fffffffffffffffffffffff'

/** Every page of a farm that nobody has, as the names of the routes say. */
const pagesOf = (area: string) =>
  readdirSync(new URL('../src/routes', import.meta.url))
    .filter((file) => file.startsWith(`${area}.`) && file.includes('$farmId'))
    .map(
      (file) =>
        `/${basename(file, '.tsx')
          .replace(/\.index$/, '')
          .replaceAll('_', '')
          .replaceAll('.', '/')}`,
    )
    .map((path) => path.replace('$farmId', NOBODYS).replace(/\$\w+/, 'x'))

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('FARM-1 FARM-2 the title names the farm, the tabs stand in the URL', async ({ page }) => {
    await page.goto(`/manage/${NOTEBOOK}?tab=info`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Salish Sea Test Beds')
    await expect(page).toHaveTitle('Farms / Salish Sea Test Beds · Merroir')
    await expectTabs(page, ['Reports', 'Farm Info', 'About My Farm'])
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
    await openTab(page, 'About My Farm')
    await expect(page).toHaveURL(`/manage/${NOTEBOOK}?tab=about`)
    await openTab(page, 'Reports')
    await expect(page).toHaveURL(`/manage/${NOTEBOOK}?tab=reports`)
    await page.reload()
    await expect(panelOf(page, 'Reports')).toBeVisible()
    await page.goBack()
    await expect(panelOf(page, 'About My Farm')).toBeVisible()
    await page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'Farms' }).click()
    await expect(page).toHaveURL('/manage')
  })

  test('FARM-2 FARM-3 the panel Farm Information; a farm without leases has no reports, and is told what to do', async ({
    page,
  }) => {
    await page.goto(`/manage/${STONY}?tab=info`)
    const panel = page.getByRole('region', { name: 'Farm Information' })
    await expect(panel.getByRole('term')).toHaveText([
      'Name',
      'Company name',
      'Owner',
      'Email',
      'Address',
      'Type',
      'Activities',
      'Phone',
      'Website',
      'Location',
      'Time zone',
    ])
    await expect(panel.getByRole('definition')).toHaveText([
      'Stony Point Shellfish',
      'Bay Center Selects LLC',
      'June Halvorsen',
      'june@stonypoint.example',
      '12 Tide Street, Bay Center, Washington, 98527, USA',
      'FARM',
      'Harvest',
      '+1 360 555 0142',
      'https://stonypoint.example',
      'not given',
      'America/Los_Angeles',
    ])
    await visit(page, `/manage/${COVE}?tab=info`)
    await expect(panel.getByRole('definition').first()).toHaveText('Gooseberry Cove Oysters')
    await expect(panel.getByText('Company name')).toHaveCount(0)
    // It has no leases, so no reports.
    await visit(page, `/manage/${COVE}?tab=reports`)
    await expect(page.getByText('No leases yet.')).toBeVisible()
    await expectTabs(page, ['Farm Info', 'About My Farm'])
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
  })

  test('FARM-5 FARM-7 the tagging service is active, pending or neither; About My Farm leads to its own web app', async ({
    page,
    serverUrl,
  }) => {
    const services = page.getByRole('region', { name: 'Your Merroir Services' })
    for (const { farm, words, state } of [
      { farm: STONY, words: 'Active', state: 'active' },
      { farm: DAMARISCOTTA, words: 'Pending: waiting for its setup invoice to be paid', state: 'pending' },
      { farm: NOTEBOOK, words: 'Not active', state: 'inactive' },
    ]) {
      await visit(page, `/manage/${farm}?tab=info`)
      await expect(services.getByText(words, { exact: true })).toBeVisible()
      await expect(services.locator(`[data-state=${state}] svg`)).toBeVisible()
    }
    await openTab(page, 'About My Farm')
    const about = page.getByRole('region', { name: 'About My Farm' })
    await expect(about).toContainText("edited on Merroir's separate web app")
    await expect(about.getByRole('link')).toHaveAttribute('href', serverUrl)
    await expect(about.getByRole('link')).toHaveAttribute('rel', /noreferrer/)
  })

  test('FARM-5 a pending subscription leads to its setup invoice', async ({ page, troubles }) => {
    troubles.expect(/^404 \/api\/farms\/\w+\/invoices\/other$/)
    await page.goto(`/manage/${DAMARISCOTTA}?tab=info`)
    await page.getByRole('link', { name: 'Enable Subscription' }).click()
    await expect(page).toHaveURL(new RegExp(`/manage/${DAMARISCOTTA}/[0-9a-f]{24}$`))
    await expect(page.getByText('Waiting for payment')).toBeVisible()
    await visit(page, `/manage/${DAMARISCOTTA}/other`)
    await page.getByRole('link', { name: 'All invoices' }).click()
    await expect(page).toHaveURL(`/manage/${DAMARISCOTTA}/invoices`)
  })

  test("FARM-1 of another's farm, an unknown one and an id that is none: 'Farms / Error' with the message, nothing of it shown", async ({
    page,
    troubles,
  }) => {
    // The report is asked for beside its farm, and kept back like it.
    troubles.expect(/^404 \/api\/(farms|v2\/getDashboard)\//)
    for (const id of [PITTWATER, NOBODYS, 'x']) {
      await visit(page, `/manage/${id}?tab=reports`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Error')
      await expect(page).toHaveTitle('Farms / Error · Merroir')
      await expect(page.getByRole('alert')).toContainText('No such farm.')
      await expect(page.getByText('Pittwater')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
      await page.getByRole('link', { name: 'See your farms' }).click()
      await expect(page).toHaveURL('/manage')
    }
  })
})

for (const area of ['manage', 'farms']) {
  test.describe(`at /${area}`, () => {
    test.use({ as: area === 'manage' ? 'manager' : 'admin' })
    test('FARM-1 for an unknown farm there is no form, on any of the pages that the router has', async ({
      page,
      troubles,
    }) => {
      troubles.expect(/^404 \/api\//)
      const pages = pagesOf(area)
      expect(pages.length).toBeGreaterThan(20)
      const narrowed = pages.filter((path) => path.endsWith('/invoices')).map((path) => `${path}?state=open`)
      expect(narrowed).toHaveLength(1)
      for (const path of [...pages, ...narrowed]) {
        await visit(page, path)
        const main = page.getByRole('main')
        // Staff come to the invoices of a farm that is gone, whose pages say themselves what is missing.
        const title = /^.farms.*invoices/.test(path) ? /^Invoices?$/ : 'Farms / Error'
        await expect(main.getByRole('heading', { level: 1 }), path).toHaveText(title)
        await expect(main.getByRole('alert'), path).toHaveText('No such farm.')
        await expect(page.getByRole('navigation', { name: 'Farm', exact: true }), path).toHaveCount(0)
        await expect(main.getByText(/^Loading/), path).toHaveCount(0)
        await expect(main.locator('form, input, select, textarea, button'), path).toHaveCount(0)
      }
    })
  })
}
