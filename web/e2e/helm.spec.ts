import type { Page } from '@playwright/test'
import { panelOf } from './farm-nav'
import { NOTEBOOK, STONY } from './report'
import { expect, test } from './test'

/** Somebody who finds their way by what is to be seen, and is counted. */
function visitor(page: Page) {
  let clicks = 0
  return {
    press: async (role: 'link' | 'tab' | 'radio' | 'button', name: string) => {
      await page.getByRole(role, { name, exact: true }).first().click()
      clicks++
    },
    clicks: () => clicks,
  }
}

test.describe('from the page of a farm, two clicks at most', () => {
  test.use({ as: 'manager' })

  test.beforeEach(async ({ page }) => {
    await page.goto(`/manage/${STONY}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
  })

  test('to where a harvest is recorded', { tag: '@phone' }, async ({ page }) => {
    const somebody = visitor(page)
    await somebody.press('link', 'Record')
    await somebody.press('radio', 'Harvest')
    await expect(page).toHaveURL(/\/record\?activity=harvest/)
    expect(somebody.clicks()).toBeLessThanOrEqual(2)
  })

  test('to what expires', async ({ page }) => {
    const somebody = visitor(page)
    const expires = page.getByText(/(ends|Expires) in \d+ days/).first()
    if (!(await page.getByText('Long Island Slough').first().isVisible())) await somebody.press('tab', 'Farm Info')
    await expect(expires).toBeVisible()
    expect(somebody.clicks()).toBeLessThanOrEqual(2)
  })

  test('to how many animals live in one area', async ({ page }) => {
    const somebody = visitor(page)
    await somebody.press('tab', 'Farm Info')
    const area = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Long Island Slough' }) })
    await expect(area).toContainText(/Animals on hand\s*[\d,]{5,}/)
    expect(somebody.clicks()).toBeLessThanOrEqual(2)
  })

  test('to where the last export is', async ({ page }) => {
    const somebody = visitor(page)
    await somebody.press('tab', 'Reports')
    await somebody.press('tab', 'Exports')
    await expect(page.getByRole('heading', { name: 'Past exports' })).toBeVisible()
    expect(somebody.clicks()).toBeLessThanOrEqual(2)
  })

  test('to where the last export is, by thumb', { tag: '@phone-only' }, async ({ page }) => {
    const somebody = visitor(page)
    await somebody.press('link', 'Reports')
    await somebody.press('tab', 'Exports')
    await expect(page.getByRole('heading', { name: 'Past exports' })).toBeVisible()
    expect(somebody.clicks()).toBeLessThanOrEqual(2)
  })
})

const INVENTORY = 'tab=reports&report=inventory&dates=custom&from=2017-03-01&to=2017-11-30&view=table'

const OPENED: Record<'manager' | 'admin', [address: string, panel: string][]> = {
  manager: [
    [`/manage/${STONY}?tab=info`, 'Farm Info'],
    [`/manage/${STONY}?tab=about`, 'About My Farm'],
    [`/manage/${STONY}?tab=tagging`, 'Tagging Subscription'],
    [`/manage/${STONY}?tab=reports`, 'Snapshot'],
    [`/manage/${NOTEBOOK}?${INVENTORY}`, 'Inventory'],
    [`/reports/${NOTEBOOK}?${INVENTORY.replace('tab=reports&', '')}`, 'Inventory'],
  ],
  admin: [
    [`/farms/${STONY}?tab=0`, 'Farm Info'],
    [`/farms/${STONY}?tab=2`, 'Paper & Printers'],
    [`/farms/${STONY}?tab=4`, 'Reports'],
    [`/farms/${STONY}?tab=5`, 'About My Farm'],
    [`/farms/${STONY}?tab=6`, 'Features'],
  ],
}

for (const as of ['manager', 'admin'] as const) {
  test.describe(`what ${as} kept as a link`, () => {
    test.use({ as })

    test('opens what it opened, also by Back and after a reload', { tag: '@phone' }, async ({ page }) => {
      for (const [address, panel] of OPENED[as]) {
        await page.goto(address)
        await expect(panelOf(page, panel), address).toBeVisible()
      }
      for (const [address, panel] of OPENED[as].slice(0, -1).reverse()) {
        await page.goBack()
        await expect(panelOf(page, panel), address).toBeVisible()
      }
      await page.reload()
      await expect(panelOf(page, OPENED[as][0]?.[1] ?? '')).toBeVisible()
    })
  })
}

test.describe('what is on the way', () => {
  test.use({ as: 'manager' })

  for (const path of ['record', 'invoices']) {
    test(`the way around the farm stands beside its page ${path}`, { tag: '@phone' }, async ({ page }) => {
      await page.goto(`/manage/${STONY}/${path}`)
      await expect(page.getByRole('navigation', { name: 'Farm', exact: true })).toBeVisible()
    })
  }

  test('the reports of a mobile shell have neither rail nor bar', { tag: '@phone' }, async ({ page }) => {
    await page.goto(`/reports/${NOTEBOOK}?report=inventory`)
    await expect(panelOf(page, 'Inventory')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })

  test('Ctrl K goes to another farm, and back', async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=info`)
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
    await page.keyboard.type('salish')
    await expect(page.getByRole('option', { selected: true })).toContainText('Salish Sea Test Beds')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Salish Sea Test Beds')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
  })
})

test.describe('who looks after several farms', () => {
  test.use({ as: 'manager' })

  test('changes from one to another by thumb', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=info`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Change farm' }).click()
    await page.getByRole('option', { name: /^Salish Sea Test Beds/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Salish Sea Test Beds')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('finds what they look for by thumb', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=info`)
    await page.getByRole('button', { name: 'Find anything' }).click()
    await page.getByRole('combobox', { name: 'Find anything' }).fill('harv')
    await page.getByRole('option', { name: /^Harvest/ }).click()
    await expect(panelOf(page, 'Harvest')).toBeVisible()
  })

  test('loses nothing of what they type before the finder is there', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.goto(`/manage/${STONY}?tab=info`)
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
    await page.route(/\/assets\/[^/]*Finder[^/]*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    const asked = page.waitForRequest(/Finder[^/]*\.js$/)
    await page.keyboard.press('Control+k')
    await asked
    await page.keyboard.type('salisy')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('h')
    release()
    await expect(page.getByRole('combobox', { name: 'Find anything' })).toHaveValue('salish')
    await page.keyboard.type(' sea')
    await expect(page.getByRole('option', { selected: true })).toContainText('Salish Sea Test Beds')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Salish Sea Test Beds')
  })
})

test.describe('what waits for staff', () => {
  test.use({ as: 'root' })

  test('an open recall is two clicks from the farm that it reaches', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/admin')
    await page.getByRole('link', { name: /^Open recalls/ }).click()
    await page.getByRole('table').getByRole('link', { name: 'Stony Point Shellfish' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
    await expect(page.getByRole('complementary', { name: 'Recall' })).toBeVisible()
  })
})
