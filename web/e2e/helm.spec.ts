import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { panelOf } from './farm-nav'
import { filledIn } from './filled'
import { NOTEBOOK, STONY } from './report'
import { expectSeen, SMALL_DESK, visitor } from './sight'
import { expect, test } from './test'

/** Five needs of seven, with sentences as long as they come. */
async function needFive(page: Page) {
  await page.route(`**/api/farms/${STONY}/today`, async (route) => {
    const answer = await route.fetch()
    const today = await answer.json()
    const [recall, lease] = today.needs
    const paper = {
      paperType: 'blackLineMobile',
      problem: 'short',
      reason: '',
      left: 120,
      perWeek: 85,
      refillAt: 500,
    }
    const invoice = {
      invoiceId: 'x',
      number: 'MR-2026-0117',
      total: 53400,
      days: 5,
      dueOn: '2026-11-28',
      failed: false,
    }
    const certificate = { cert: 'WA-1234-SS', days: 12, dateOfExpiration: '2026-12-05' }
    const needs = [
      recall,
      lease,
      { kind: 'certificate', certificate },
      { kind: 'paper', paper },
      { kind: 'invoice', invoice },
    ]
    await route.fulfill({ response: answer, json: { ...today, needs, needsInAll: 7 } })
  })
}

test.describe('from the page of a farm, two clicks at most', () => {
  test.use({ as: 'manager' })

  test.beforeEach(async ({ page, isMobile }) => {
    if (!isMobile) await page.setViewportSize(SMALL_DESK)
    await page.goto(`/manage/${STONY}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
    // Nothing of what they look for stands on the page before its answers are there.
    await expect(page.getByRole('heading', { name: 'Growing areas' })).toBeVisible()
  })

  test('to where a harvest is recorded', { tag: '@phone' }, async ({ page }) => {
    const somebody = visitor(page)
    await somebody.press('link', 'Record')
    await somebody.press('radio', 'Harvest')
    await expect(page).toHaveURL(/\/record\?activity=harvest/)
    await somebody.found(page.getByRole('heading', { name: 'Record', level: 1 }), 2)
  })

  test('to the tags', { tag: '@phone' }, async ({ page }) => {
    const somebody = visitor(page)
    await somebody.press('link', 'Tags')
    await somebody.found(page.getByRole('heading', { name: 'Tags', level: 1 }), 1)
    const tags = page.getByRole('navigation', { name: 'Farm', exact: true }).getByRole('link', { name: 'Tags' })
    await expect(tags).toHaveAttribute('aria-current', 'page')
  })

  test('to what expires', { tag: '@phone' }, async ({ page }) => {
    const needs = page.getByRole('region', { name: 'Needs you' })
    const lease = needs.getByRole('listitem').filter({ hasText: /The lease of Long Island Slough ends in \d+ days/ })
    await visitor(page).found(lease, 0)
  })

  test('to how many animals live in one area', { tag: '@phone' }, async ({ page }) => {
    const areas = page.getByRole('list', { name: 'Animals by growing area' }).getByRole('link')
    await expect(areas).toHaveText([
      /^Long Island Slough \d{3},\d{3}$/,
      /^Stony Point 4 [\d,]+$/,
      /^Palix Mouth [\d,]+$/,
    ])
    for (const area of await areas.all()) await visitor(page).found(area, 0)
  })

  test('to how many animals live in one area, though much needs somebody', { tag: '@phone' }, async ({ page }) => {
    await needFive(page)
    await page.reload()
    const needs = page.getByRole('region', { name: 'Needs you' })
    await expect(needs).toContainText('7 things')
    await visitor(page).found(page.getByRole('link', { name: /^Long Island Slough [\d,]+$/ }), 0)
  })

  test('on a small screen the less urgent needs wait behind a press', { tag: '@phone' }, async ({ page }) => {
    await needFive(page)
    await page.reload()
    const needs = page.getByRole('region', { name: 'Needs you' })
    await expect(needs.getByRole('listitem')).toHaveCount(2)
    await needs.getByRole('button', { name: '3 more' }).press('Enter')
    await expect(needs.getByRole('listitem')).toHaveCount(5)
    await expect(needs).toContainText('And 2 more after these.')
    await expect(needs.getByRole('button', { name: 'Fewer' })).toBeFocused()
    await expectAccessible(page)
  })

  test('to how that number came about', { tag: '@phone' }, async ({ page }) => {
    const somebody = visitor(page)
    await somebody.press('link', /^Long Island Slough [\d,]+$/)
    await expect(page).toHaveURL(/report=inventory&area=/)
    await somebody.found(panelOf(page, 'Inventory').getByRole('figure').getByRole('heading'), 1)
  })

  for (const [by, role, tag] of [
    ['', 'tab', []],
    [', by thumb', 'link', ['@phone-only']],
  ] as const) {
    test(`to where the last export is${by}`, { tag: [...tag] }, async ({ page }) => {
      const somebody = visitor(page)
      await somebody.press(role, 'Reports')
      await somebody.press('link', 'Past exports')
      await somebody.found(page.getByRole('heading', { name: 'Past exports' }), 2)
    })
  }

  test('all that the rail has is reached in the order in which it is seen', async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=reports`)
    const rail = page.getByRole('navigation', { name: 'Farm', exact: true })
    await expect(rail.getByRole('tablist')).toHaveCount(2)
    // It came to the chosen report: from its beginning.
    await rail.getByRole('link', { name: 'Today' }).scrollIntoViewIfNeeded()
    const tops = await rail.locator('a').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(tops.length).toBeGreaterThan(12)
    expect(tops).toEqual([...tops].sort((one, other) => one - other))
  })

  test('to the report of a square', { tag: '@phone' }, async ({ page }) => {
    await page.getByRole('link', { name: 'Harvest, Last 90 days' }).click()
    await expect(panelOf(page, 'Harvest')).toBeVisible()
    await expect(page).toHaveURL(/tab=reports&report=harvest/)
  })

  test('two squares stand in a row by thumb', { tag: '@phone-only' }, async ({ page }) => {
    const squares = page.getByRole('list', { name: 'Snapshot' }).getByRole('listitem')
    await expect(squares.nth(1)).toBeVisible()
    const tops = await squares.evaluateAll((all) => all.slice(0, 2).map((one) => one.getBoundingClientRect().top))
    expect(tops[0]).toBe(tops[1])
    const wide = await squares.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(wide).toBe(0)
  })
})

const INVENTORY = 'report=inventory&dates=custom&from=2017-03-01&to=2017-11-30&view=table'
const LEASE = 'area=5f00000000000000000000aa'

/** What stood at addresses before Today: of a farm the panel that they opened, of any other page its heading. */
const OPENED: Record<'manager' | 'root', { farm: Record<string, string>; beside: Record<string, string> }> = {
  manager: {
    farm: {
      [`/manage/${STONY}?tab=info`]: 'Farm Info',
      [`/manage/${STONY}?tab=about`]: 'About My Farm',
      [`/manage/${STONY}?tab=reports`]: 'Snapshot',
      [`/manage/${STONY}?tab=tagging`]: 'Tagging Subscription',
      [`/manage/${STONY}?invoicePaid=true`]: 'Tagging Subscription',
      // The keys of the console's tabs, on a manager's page too; 6 and what has no key are Farm Info there.
      [`/manage/${STONY}?tab=0`]: 'Farm Info',
      [`/manage/${STONY}?tab=1`]: 'Farm Info',
      [`/manage/${STONY}?tab=2`]: 'Tagging Subscription',
      [`/manage/${STONY}?tab=3`]: 'Farm Info',
      [`/manage/${STONY}?tab=4`]: 'Snapshot',
      [`/manage/${STONY}?tab=5`]: 'About My Farm',
      [`/manage/${STONY}?tab=6`]: 'Farm Info',
      [`/manage/${STONY}?tab=nothing`]: 'Farm Info',
      // Farm Info had no name.
      [`/manage/${STONY}?report=yield`]: 'Farm Info',
      [`/manage/${STONY}?report=snapshot`]: 'Farm Info',
      [`/manage/${STONY}?${LEASE}`]: 'Farm Info',
      [`/manage/${NOTEBOOK}?tab=reports&${INVENTORY}`]: 'Inventory',
      [`/manage/${NOTEBOOK}?tab=reports&report=compare&leftMetric=harvest`]: 'Compare',
      [`/manage/${NOTEBOOK}?tab=reports&report=exports`]: 'Exports',
      [`/reports/${NOTEBOOK}`]: 'Snapshot',
      [`/reports/${NOTEBOOK}?${INVENTORY}`]: 'Inventory',
      [`/reports/${NOTEBOOK}?report=size`]: 'Average Size',
    },
    beside: {
      '/manage': 'Farms',
      '/manage?sort=-name&limit=5': 'Farms',
      [`/manage/${STONY}/record?activity=harvest`]: 'Record',
      [`/manage/${STONY}/bags`]: 'Bag by bag',
      [`/manage/${STONY}/invoices`]: 'Invoices',
      '/account': 'Account',
      '/account/settings': 'Account settings',
    },
  },
  root: {
    farm: {
      [`/farms/${STONY}?tab=0`]: 'Farm Info',
      [`/farms/${STONY}?tab=1`]: 'Farm Info',
      [`/farms/${STONY}?tab=2`]: 'Paper & Printers',
      [`/farms/${STONY}?tab=3`]: 'Farm Info',
      [`/farms/${STONY}?tab=4`]: 'Snapshot',
      [`/farms/${STONY}?tab=5`]: 'About My Farm',
      [`/farms/${STONY}?tab=6`]: 'Features',
      [`/farms/${STONY}?tab=info`]: 'Farm Info',
      [`/farms/${STONY}?tab=about`]: 'About My Farm',
      [`/farms/${STONY}?tab=reports`]: 'Snapshot',
      [`/farms/${STONY}?tab=tagging`]: 'Paper & Printers',
      [`/farms/${STONY}?tab=features`]: 'Features',
      [`/farms/${STONY}?invoicePaid=true`]: 'Paper & Printers',
      [`/farms/${STONY}?report=yield`]: 'Farm Info',
      [`/farms/${NOTEBOOK}?tab=4&${INVENTORY}`]: 'Inventory',
      [`/reports/${NOTEBOOK}?${INVENTORY}`]: 'Inventory',
    },
    beside: {
      '/farms': 'Farms',
      '/farms?name=stony&sort=name&limit=50': 'Farms',
      '/farms/setup': 'Add Farm Details',
      '/farms/fulfilment': 'Fulfilment',
      [`/farms/upload/${STONY}`]: 'Upload Groups',
      [`/farms/${STONY}/record`]: 'Record',
      [`/farms/${STONY}/bags`]: 'Bag by bag',
      [`/farms/${STONY}/invoices`]: 'Invoices',
      '/admin': 'Admin',
      '/admin/users?username=marin': 'Users',
      '/admin/admin-groups': 'Admin Groups',
      '/admin/audit': 'Audit',
      '/admin/jobs': 'Jobs',
      '/admin/prices': 'Prices',
    },
  },
}

for (const as of ['manager', 'root'] as const) {
  test.describe(`what ${as} kept as a link`, () => {
    test.use({ as })
    const { farm, beside } = OPENED[as]

    test('opens what it opened of a farm, also by Back and after a reload', async ({ page }) => {
      const opened = Object.entries(farm)
      for (const [address, panel] of opened) {
        await page.goto(address)
        await expect(panelOf(page, panel), address).toBeVisible()
      }
      for (const [address, panel] of opened.slice(0, -1).reverse()) {
        await page.goBack()
        await expect(panelOf(page, panel), `${address}, by Back`).toBeVisible()
      }
      await page.reload()
      await expect(panelOf(page, opened[0]?.[1] ?? '')).toBeVisible()
    })

    test('opens what it opened elsewhere', async ({ page }) => {
      for (const [address, name] of Object.entries(beside)) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1, name, exact: true }), address).toBeVisible()
      }
    })
  })
}

test.describe('what is on the way', () => {
  test.use({ as: 'manager' })

  test('the header of a phone counts what waits, and asks for no more than that', { tag: '@phone-only' }, async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(/\/(needs|today)$/.exec(new URL(request.url()).pathname)?.[1] ?? ''))
    const count = page.getByRole('banner').getByRole('link', { name: '2 waiting' })
    await page.goto(`/manage/${STONY}/bags`)
    await expect(count).toBeVisible()
    expect(asked.filter(Boolean)).toEqual(['needs'])
    await count.click()
    await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('2 things')
    await expect(count).toBeVisible()
    expect(asked.filter(Boolean)).toEqual(['needs', 'today'])
  })

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

  test('Ctrl K goes to a growing area', async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=info`)
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('slough')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Long Island Slough Growing area')
    await page.keyboard.press('Enter')
    const area = page.getByRole('combobox', { name: 'Growing Areas' })
    await expect(area.locator('option:checked')).toHaveText('Long Island Slough')
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
    await page.getByRole('button', { name: 'Change farm: Stony Point Shellfish' }).click()
    await page.getByRole('option', { name: /^Salish Sea Test Beds/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Salish Sea Test Beds')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('finds what they look for by thumb', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=info`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Find anything' }).click()
    await page.getByRole('combobox', { name: 'Find anything' }).fill('harv')
    await page.getByRole('option', { name: /^Harvest/ }).click()
    await expect(panelOf(page, 'Harvest')).toBeVisible()
  })

  test.describe('in a browser that has nothing yet', () => {
    test.use({ apart: true })

    test('loses nothing of what they type before the finder is there', async ({ page }) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      // Set before the page loads: in one that is already open, a request may slip past.
      await page.route(/\/assets\/[^/]*Finder[^/]*\.js$/, async (route) => {
        await released
        await route.continue()
      })
      await page.goto(`/manage/${STONY}?tab=info`)
      await expect(panelOf(page, 'Farm Info')).toBeVisible()
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
})

for (const as of ['manager', 'root'] as const) {
  test.describe(`the header of a farm on a phone, for ${as}`, () => {
    test.use({ as })

    test('has the farm, what waits there and the way to scan, large enough for a thumb', {
      tag: '@phone-only',
    }, async ({ page }) => {
      const farm = `/${as === 'root' ? 'farms' : 'manage'}/${STONY}`
      await page.goto(`${farm}?tab=about`)
      const header = page.getByRole('banner')
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        for (const one of [
          header.getByRole('link', { name: 'Farms', exact: true }),
          header.getByRole('button', { name: 'Change farm: Stony Point Shellfish' }),
          header.getByRole('link', { name: '2 waiting' }),
          header.getByRole('button', { name: 'Scan a tag' }),
          header.getByRole('link', { name: 'Sign out' }),
        ]) {
          await expectSeen(one)
          const box = await one.boundingBox()
          expect(box?.height).toBeGreaterThanOrEqual(44)
          expect(box?.width).toBeGreaterThanOrEqual(36)
        }
      }
      await header.getByRole('link', { name: '2 waiting' }).click()
      await expect(page).toHaveURL(farm)
      await expect(page.getByRole('region', { name: 'Needs you' }).getByRole('listitem')).toHaveCount(2)
    })
  })
}

test.describe('their own account', () => {
  test.use({ as: 'manager' })

  test('and the colours are in the sheet behind "More" on a phone', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto(`/manage/${STONY}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Use dark colours' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('what waits for staff', () => {
  test.use({ as: 'root' })

  test('is one press away by thumb, and so is every other page', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto('/account/settings')
    const bar = page.getByRole('navigation', { name: 'Staff' })
    for (const [name, heading] of [
      ['Today', 'Admin'],
      ['Fulfilment', 'Fulfilment'],
      ['Recalls', 'Recalls'],
      ['Farms', 'Farms'],
    ] as const) {
      await bar.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    }
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Prices' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Prices' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto(`/farms/${STONY}`)
    await expect(page.getByRole('navigation', { name: 'Farm', exact: true })).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  test('an open recall is two clicks from the farm that it reaches', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/admin')
    await page.getByRole('link', { name: /^Open recalls/ }).click()
    await page.getByRole('table').getByRole('link', { name: 'Stony Point Shellfish' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
    await expect(page.getByRole('complementary', { name: 'Recall' })).toBeVisible()
  })
})

for (const [reducedMotion, transitions] of [
  ['no-preference', 1],
  ['reduce', 0],
] as const) {
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ as: 'manager', ownTab: true, contextOptions: { reducedMotion } })

    test('a row of the list goes over into the page of its farm, and nothing else moves', async ({ page }) => {
      await page.addInitScript(() => {
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (update) => {
          document.documentElement.dataset.moved = String(Number(document.documentElement.dataset.moved ?? 0) + 1)
          return start(update)
        }
      })
      const moved = () => page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0))
      await page.goto('/manage')
      await page.getByRole('link', { name: 'View Details of Stony Point Shellfish' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
      expect(await moved()).toBe(transitions)
      await page.getByRole('tab', { name: 'Farm Info', exact: true }).click()
      await expect(panelOf(page, 'Farm Info')).toBeVisible()
      await page.goBack()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms')
      expect(await moved()).toBe(transitions)
      await page.getByRole('rowheader', { name: /^Stony Point Shellfish/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
      expect(await moved()).toBe(2 * transitions)
    })
  })
}

test.describe('one button of a page is filled', () => {
  test.use({ as: 'root' })

  for (const [path, filled] of [
    [`/farms/${STONY}`, 'Record'],
    [`/farms/${STONY}?tab=features`, 'Update'],
    [`/farms/upload/${STONY}`, 'Upload'],
    [`/farms/${STONY}/tags`, 'Tag, receive or ship'],
  ] as const) {
    test(`${filled} on ${path}`, { tag: '@phone' }, async ({ page }) => {
      await page.goto(path)
      await expect(
        page
          .getByRole('main')
          .or(page.getByRole('navigation', { name: 'Farm' }))
          .getByText(filled, { exact: true })
          .last(),
      ).toBeVisible()
      const found = await filledIn(page.locator('body'))
      expect(found).toEqual([filled])
    })
  }
})
