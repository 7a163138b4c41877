import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { panelOf } from './farm-nav'
import { filledIn } from './filled'
import { NOTEBOOK, STONY } from './report'
import { expectSeen, SMALL_DESK, visitor } from './sight'
import { holdBack } from './slow'
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
  })

  /** Nothing of what they look for stands on the page before its answers are there. */
  async function openFarm(page: Page) {
    await page.goto(`/manage/${STONY}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
    await expect(page.getByRole('heading', { name: 'Growing areas' })).toBeVisible()
  }

  test('to what expires, how many animals live in each area, and how that number came about', {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    await openFarm(page)
    const somebody = visitor(page)
    const needs = page.getByRole('region', { name: 'Needs you' })
    const lease = needs.getByRole('listitem').filter({ hasText: /The lease of Long Island Slough ends in \d+ days/ })
    await somebody.found(lease, 0)
    const areas = page.getByRole('list', { name: 'Animals by growing area' }).getByRole('link')
    await expect(areas).toHaveText([
      /^Long Island Slough \d{3},\d{3}$/,
      /^Stony Point 4 [\d,]+$/,
      /^Palix Mouth [\d,]+$/,
    ])
    for (const area of await areas.all()) await somebody.found(area, 0)
    if (isMobile) {
      const squares = page.getByRole('list', { name: 'Snapshot' }).getByRole('listitem')
      await expect(squares.nth(1)).toBeVisible()
      const tops = await squares.evaluateAll((all) => all.slice(0, 2).map((one) => one.getBoundingClientRect().top))
      expect(tops[0], 'two squares stand in a row').toBe(tops[1])
      const wide = await squares.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
      expect(wide).toBe(0)
    }
    await somebody.press('link', /^Long Island Slough [\d,]+$/)
    await expect(page).toHaveURL(/report=inventory&area=/)
    await somebody.found(panelOf(page, 'Inventory').getByRole('figure').getByRole('heading'), 1)
  })

  test('to where a harvest is recorded, and to the tags', { tag: '@phone' }, async ({ page }) => {
    await openFarm(page)
    const farmer = visitor(page)
    await farmer.press('link', 'Record')
    await farmer.press('radio', 'Harvest')
    await expect(page).toHaveURL(/\/record\?activity=harvest/)
    await farmer.found(page.getByRole('heading', { name: 'Record', level: 1 }), 2)
    await openFarm(page)
    const packer = visitor(page)
    await packer.press('link', 'Tags')
    await packer.found(page.getByRole('heading', { name: 'Tags', level: 1 }), 1)
    const tags = page.getByRole('navigation', { name: 'Farm', exact: true }).getByRole('link', { name: 'Tags' })
    await expect(tags).toHaveAttribute('aria-current', 'page')
  })

  test('to how many animals live in one area, though much needs somebody: the less urgent waits behind a press', {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    await needFive(page)
    await openFarm(page)
    const needs = page.getByRole('region', { name: 'Needs you' })
    await expect(needs).toContainText('7 things')
    await visitor(page).found(page.getByRole('link', { name: /^Long Island Slough [\d,]+$/ }), 0)
    await expect(needs.getByRole('listitem')).toHaveCount(2)
    await needs.getByRole('button', { name: '3 more' }).press('Enter')
    await expect(needs.getByRole('listitem')).toHaveCount(5)
    await expect(needs).toContainText('And 2 more after these.')
    await expect(needs.getByRole('button', { name: 'Fewer' })).toBeFocused()
    // A small desk has the same, with more room.
    if (isMobile) await expectAccessible(page)
  })

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
})

const INVENTORY = 'report=inventory&dates=custom&from=2017-03-01&to=2017-11-30&view=table'

/** Some of the addresses from before Today, and the panels that they opened; web/test/farmDetail.test.tsx has all. */
const OPENED = {
  manager: {
    [`/manage/${STONY}?tab=4`]: 'Snapshot',
    [`/manage/${STONY}?invoicePaid=true`]: 'Tagging Subscription',
    [`/manage/${NOTEBOOK}?tab=reports&${INVENTORY}`]: 'Inventory',
  },
  root: {
    [`/farms/${STONY}?tab=2`]: 'Paper & Printers',
    [`/farms/${STONY}?tab=6`]: 'Features',
    [`/reports/${NOTEBOOK}?${INVENTORY}`]: 'Inventory',
  },
}

for (const as of ['manager', 'root'] as const) {
  test.describe(`what ${as} kept as a link`, () => {
    test.use({ as })

    test('opens what it opened of a farm, also by Back and after a reload', async ({ page }) => {
      const opened = Object.entries(OPENED[as])
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
  })
}

test.describe('who looks after several farms', () => {
  test.use({ as: 'manager' })

  test('changes farm, finds what they look for and has their account and the colours by thumb', {
    tag: '@phone-only',
  }, async ({ page }) => {
    const more = page.getByRole('button', { name: 'More', exact: true })
    const sheet = page.getByRole('dialog')
    await page.goto(`/manage/${STONY}?tab=info`)
    await page.getByRole('button', { name: 'Change farm: Stony Point Shellfish' }).click()
    await page.getByRole('option', { name: /^Salish Sea Test Beds/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Salish Sea Test Beds')
    await expect(sheet).toHaveCount(0)

    await more.click()
    await page.getByRole('button', { name: 'Find anything' }).click()
    await page.getByRole('combobox', { name: 'Find anything' }).fill('harv')
    await page.getByRole('option', { name: /^Harvest/ }).click()
    await expect(panelOf(page, 'Harvest')).toBeVisible()

    await more.click()
    for (const name of ['Settings', 'Password', 'Second factor', 'Sessions', 'Sign out'])
      await expect(sheet.getByRole('link', { name, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Use dark colours' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    await sheet.getByRole('link', { name: 'Sessions', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeInViewport()
    await expect(sheet).toHaveCount(0)
  })

  test.describe('in a browser that has nothing yet', () => {
    test.use({ apart: true })

    test('goes to another farm by Ctrl K, and back, and loses nothing of what they type before the finder is there', async ({
      page,
    }) => {
      const release = await holdBack(page, /\/assets\/[^/]*Finder[^/]*\.js$/)
      await page.goto(`/manage/${STONY}?tab=info`)
      await expect(panelOf(page, 'Farm Info')).toBeVisible()
      const asked = page.waitForRequest(/Finder[^/]*\.js$/)
      await page.keyboard.press('Control+k')
      await asked
      await page.keyboard.type('salisy')
      await page.keyboard.press('Backspace')
      await page.keyboard.type('h')
      release()
      const field = page.getByRole('combobox', { name: 'Find anything' })
      await expect(field).toHaveValue('salish')
      await page.keyboard.type(' sea')
      await expect(page.getByRole('option', { selected: true })).toContainText('Salish Sea Test Beds')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Salish Sea Test Beds')
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farms / Stony Point Shellfish')
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
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
      const asked: string[] = []
      page.on('request', (request) => asked.push(/\/(needs|today)$/.exec(new URL(request.url()).pathname)?.[1] ?? ''))
      await page.goto(`${farm}?tab=about`)
      const header = page.getByRole('banner')
      const count = header.getByRole('link', { name: '2 waiting' })
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        for (const one of [
          header.getByRole('link', { name: 'Farms', exact: true }),
          header.getByRole('button', { name: 'Change farm: Stony Point Shellfish' }),
          count,
          header.getByRole('button', { name: 'Scan a tag' }),
          header.getByRole('link', { name: 'Sign out' }),
        ]) {
          await expectSeen(one)
          const box = await one.boundingBox()
          expect(box?.height).toBeGreaterThanOrEqual(44)
          expect(box?.width).toBeGreaterThanOrEqual(36)
        }
      }
      expect(asked.filter(Boolean), 'it asks for no more than it shows').toEqual(['needs'])
      await count.click()
      await expect(page).toHaveURL(farm)
      const needs = page.getByRole('region', { name: 'Needs you' })
      await expect(needs).toContainText('2 things')
      await expect(needs.getByRole('listitem')).toHaveCount(2)
      await expect(count).toBeVisible()
      expect(asked.filter(Boolean)).toEqual(['needs', 'today'])
    })
  })
}

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
})

test.describe('what waits for staff, before the code of its bar is there', () => {
  test.use({ as: 'root', apart: true })

  test('has its place already, and nothing moves as it comes', { tag: '@phone-only' }, async ({ page }) => {
    const release = await holdBack(page, '**/assets/StaffBar-*.js')
    await page.goto('/farms/setup')
    const bar = page.getByRole('navigation', { name: 'Staff' })
    const room = () =>
      page.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        free: getComputedStyle(document.documentElement).scrollPaddingBottom,
      }))
    await expect(page.getByRole('button', { name: 'Create farm' })).toBeVisible()
    const before = await room()
    await expect(bar).toHaveCount(0)
    release()
    await expect(bar).toBeVisible()
    expect(await room()).toEqual(before)
  })
})

test.describe('with motion', () => {
  test.use({ as: 'manager', ownTab: true })

  test('a row of the list goes over into the page of its farm, and nothing else moves, nor anything for who wants none', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (update) => {
        document.documentElement.dataset.moved = String(Number(document.documentElement.dataset.moved ?? 0) + 1)
        return start(update)
      }
    })
    const moved = () => page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0))
    const title = page.getByRole('heading', { level: 1 })
    const link = page.getByRole('link', { name: 'View Details of Stony Point Shellfish' })
    const row = page.getByRole('rowheader', { name: /^Stony Point Shellfish/ })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/manage')
    await link.click()
    await expect(title).toHaveText('Farms / Stony Point Shellfish')
    expect(await moved()).toBe(1)
    await page.getByRole('tab', { name: 'Farm Info', exact: true }).click()
    await expect(panelOf(page, 'Farm Info')).toBeVisible()
    await page.goBack()
    await page.goBack()
    await expect(title).toHaveText('Farms')
    expect(await moved()).toBe(1)
    await row.click()
    await expect(title).toHaveText('Farms / Stony Point Shellfish')
    expect(await moved()).toBe(2)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const way of [link, row]) {
      await page.goBack()
      await expect(title).toHaveText('Farms')
      await way.click()
      await expect(title).toHaveText('Farms / Stony Point Shellfish')
    }
    expect(await moved()).toBe(2)
  })
})

test.describe('one button of a page is filled', () => {
  test.use({ as: 'root' })

  test('Record, where the page has none of its own', { tag: '@phone' }, async ({ page }) => {
    for (const [path, filled] of [
      [`/farms/${STONY}`, 'Record'],
      [`/farms/${STONY}?tab=features`, 'Update'],
      [`/farms/upload/${STONY}`, 'Upload'],
      [`/farms/${STONY}/tags`, 'Tag, receive or ship'],
    ] as const) {
      await page.goto(path)
      await expect(
        page
          .getByRole('main')
          .or(page.getByRole('navigation', { name: 'Farm' }))
          .getByText(filled, { exact: true })
          .last(),
      ).toBeVisible()
      expect(await filledIn(page.locator('body')), path).toEqual([filled])
    }
  })
})
