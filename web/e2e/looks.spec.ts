import type { Page } from '@playwright/test'
import { MADE } from './demo-tags'
import { filledIn } from './filled'
import { STONY } from './leaseBook'
import { NOTEBOOK } from './report'
import { asNarrowAsAPhone, expectNoSideScroll, expectSeen, SMALL_DESK } from './sight'
import { expect, test } from './test'

// They only look.
test.describe.configure({ mode: 'parallel' })

// What holds of every screen by sight, whatever is on it.

const FARM = [
  ...[
    '',
    '?tab=info',
    '?tab=about',
    '?tab=tagging',
    '?tab=reports',
    '/bags',
    '/growth',
    '/sales',
    '/record',
    '/invoices',
  ],
  ...['/tags', `/labels?tags=${MADE.harvested}`, '/shipments', '/scans', '/tagging', '/recalls'],
]
const PAGES = {
  manager: [
    '/manage',
    ...FARM.map((tab) => `/manage/${STONY}${tab}`),
    `/manage/${NOTEBOOK}/get-tagging`,
    '/account/settings',
  ],
  root: [
    '/farms',
    ...FARM.map((tab) => `/farms/${STONY}${tab}`),
    `/farms/upload/${STONY}`,
    '/farms/setup',
    '/farms/fulfilment',
    '/admin',
    '/admin/users',
    '/admin/admin-groups',
    '/admin/audit',
    '/admin/prices',
    '/admin/tagging',
    '/admin/jobs',
    '/admin/system',
  ],
} as const

/** How far the middle of a title is from that of the way to it, both of one moment: what comes late moves them. */
function offTheWay(title: Element): number {
  const middle = (one: Element | null) => {
    const { y, height } = one?.getBoundingClientRect() ?? { y: Number.NaN, height: 0 }
    return y + height / 2
  }
  return Math.abs(middle(document.querySelector('nav[aria-label="Breadcrumb"]')) - middle(title))
}

/** How far the words of the title are below what is above all pages: the header, and the strip of an open recall. */
function below(title: Element): number {
  const above = [...document.querySelectorAll('header, [aria-label=Recall]')].map(
    (one) => one.getBoundingClientRect().bottom,
  )
  const words = document.createRange()
  words.selectNodeContents(title)
  return words.getBoundingClientRect().top - Math.max(...above)
}

for (const [as, pages] of Object.entries(PAGES) as [keyof typeof PAGES, readonly string[]][]) {
  test.describe(as, () => {
    test.use({ as })
    test(`one button at most is filled, and nothing stands out of the page, as narrow as a phone too: ${as}`, async ({
      page,
    }) => {
      test.slow()
      const look = async (address: string) => {
        await expectNoSideScroll(page, address)
        const more = async () => (await filledIn(page.locator('body'))).slice(1)
        await expect.poll(more, { message: address }).toEqual([])
        const title = page.getByRole('heading', { level: 1 })
        await expect.poll(() => title.evaluate(below), { message: address }).toBeGreaterThan(9)
        // The heading below a farm is one row.
        if (/\/(bags|record|invoices)$|\/upload\//.test(address))
          await expect.poll(() => title.evaluate(offTheWay), { message: address }).toBeLessThan(12)
      }
      for (const address of pages) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true], [role=status]:has-text("Loading")')).toHaveCount(0)
        await look(address)
        await asNarrowAsAPhone(page, () => look(address))
      }
    })
  })
}

test.describe('at a farm', () => {
  test.use({ as: 'manager' })

  test('what is chosen in the rail moves nothing', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const rail = page.getByRole('navigation', { name: 'Farm', exact: true })
    const tops = async (tab: string) => {
      await page.goto(`/manage/${STONY}${tab}`)
      await expect(rail.getByRole('tab', { name: 'Tagging Subscription' })).toBeVisible()
      return rail.locator('a').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    }
    const unmoved = await tops('')
    expect(unmoved.length).toBeGreaterThan(9)
    for (const tab of ['?tab=info', '?tab=about', '?tab=tagging', '/invoices', '/bags'])
      expect(await tops(tab), tab).toEqual(unmoved)
  })

  test('the report that is chosen is in sight, however low it stands in the rail', async ({ page }) => {
    await page.setViewportSize(SMALL_DESK)
    const rail = page.getByRole('navigation', { name: 'Farm', exact: true })
    const lowest = rail.getByRole('tablist', { name: 'Reports' }).getByRole('tab').last()
    await page.goto(`/manage/${STONY}?tab=reports&report=intervalMortality`)
    await expect(lowest).toHaveAttribute('aria-selected', 'true')
    await expectSeen(lowest)
    // Nothing that is scrolled away below it is in front.
    await expect(rail.getByRole('link', { name: 'Record' })).toBeInViewport({ ratio: 1 })
    await rail.getByRole('link', { name: 'Record' }).click({ trial: true })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('titles stand at one height, of the farm and of what is below it', async ({ page }) => {
    const heights: number[] = []
    for (const tab of ['', '?tab=reports&report=harvest', '/bags', '/record', '/tags', '/invoices']) {
      await page.goto(`/manage/${STONY}${tab}`)
      await expect(page.getByRole('complementary', { name: 'Recall' })).toBeVisible()
      heights.push(await page.getByRole('heading', { level: 1 }).evaluate(below))
    }
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
  })

  test('the months of a planting have room for all that is said of them', async ({ page }) => {
    await page.setViewportSize(SMALL_DESK)
    await page.goto(`/manage/${STONY}`)
    await page
      .getByRole('link', { name: /^Long Island Slough, / })
      .first()
      .click()
    await page.getByRole('link', { name: 'All of this planting' }).click()
    const months = page.getByRole('region', { name: 'What happened month by month' })
    await expect(months.getByRole('columnheader', { name: 'Where' })).toBeVisible()
    expect(await months.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  })

  test('a long title keeps to one row on a desk', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/manage/${STONY}/recalls`)
    await page.getByRole('link', { name: 'Washington State Department of Health' }).click()
    const title = page.getByRole('heading', { name: /^Recall by/, level: 1 })
    await expect(title).toBeVisible()
    await expect.poll(() => title.evaluate(offTheWay)).toBeLessThan(12)
    expect(await title.evaluate(below)).toBeGreaterThan(9)
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeInViewport({ ratio: 1 })
  })

  test('a title of two lines stands free of what it is the title of', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto(`/manage/${STONY}/recalls`)
    await page.getByRole('link', { name: 'Washington State Department of Health' }).click()
    const title = page.getByRole('heading', { name: /^Recall by/, level: 1 })
    const first = page.getByRole('region', { name: 'How far it has come' })
    await expect(first).toBeVisible()
    const [above, under] = [
      await title.evaluate((one) => {
        const words = document.createRange()
        words.selectNodeContents(one)
        return words.getBoundingClientRect()
      }),
      await first.boundingBox(),
    ]
    expect(above.height).toBeGreaterThan(44)
    expect((under?.y ?? 0) - above.bottom).toBeGreaterThan(14)
  })
})

test.describe('on a small desk', () => {
  test.use({ as: 'manager' })

  test('the list of farms keeps to the width of its page', async ({ page }) => {
    await page.goto('/manage')
    const table = page.getByRole('table')
    await expect(table.getByText('Nothing needs you').first()).toBeVisible()
    for (const width of [900, 961, 1024, 1152, 1280, 1366]) {
      await page.setViewportSize({ width, height: 800 })
      const over = await table.evaluate((one) => {
        const around = one.parentElement?.getBoundingClientRect().right ?? 0
        return Math.round(one.getBoundingClientRect().right - around)
      })
      expect(over, `${width} px`).toBeLessThanOrEqual(0)
    }
  })
})

test.describe('on a wide screen', () => {
  test.use({ as: 'manager' })
  test.beforeEach(({ page }) => page.setViewportSize({ width: 1920, height: 1080 }))

  test('the name of a farm has one line in the list', async ({ page }) => {
    await page.goto('/manage')
    const names = page.getByRole('rowheader').locator('span:first-child')
    await expect(names).toHaveCount(5)
    const lines = await names.evaluateAll((all) => all.map((one) => one.getClientRects().length))
    expect(lines).toEqual([1, 1, 1, 1, 1])
  })

  test('data has 1,440 px, forms and prose at most 720', async ({ page }) => {
    const content = async () => (await page.getByRole('main').locator('> *').last().boundingBox())?.width ?? 0
    for (const address of [
      `/manage/${STONY}`,
      `/manage/${STONY}?tab=reports&report=harvest`,
      `/manage/${STONY}/bags`,
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true], [role=status]:has-text("Loading")')).toHaveCount(0)
      expect(await content(), address).toBe(1440)
    }
    await page.goto('/account/settings')
    const form = page.getByRole('region', { name: 'Identity' })
    await expect(form).toBeVisible()
    expect((await form.boundingBox())?.width).toBeLessThanOrEqual(720)
    await page.goto(`/manage/${STONY}?tab=about`)
    const prose = page.getByRole('tabpanel').locator('p, dd')
    await expect(prose.first()).toBeVisible()
    const widths = await prose.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBeLessThanOrEqual(720)
    expect((await page.getByRole('region', { name: 'About My Farm' }).boundingBox())?.width).toBe(720)
  })
})

test.describe('a chart', () => {
  test.use({ as: 'manager' })

  /** Words of the figure that lie over each other, are cut off, or stand beside it. */
  const troubles = (page: Page) =>
    page.getByRole('figure').evaluateAll((figures) => {
      const found: string[] = []
      for (const figure of figures) {
        const around = figure.getBoundingClientRect()
        const words: [string, DOMRect][] = []
        const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement
          const hidden = (one: Element) => getComputedStyle(one).clipPath.startsWith('inset')
          const text = node.textContent?.trim()
          if (!parent || !text || !parent.checkVisibility()) continue
          let above: Element | null = parent
          while (above && above !== figure && !hidden(above)) above = above.parentElement
          if (above !== figure) continue
          const range = document.createRange()
          range.selectNodeContents(node)
          for (const box of range.getClientRects()) words.push([text, box])
        }
        for (const [index, [text, box]] of words.entries()) {
          if (box.left < around.left || box.right > around.right) found.push(`${text} is beyond the figure`)
          for (const [other, next] of words.slice(index + 1)) {
            const across = Math.min(box.right, next.right) - Math.max(box.left, next.left)
            const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top)
            if (across > 2 && down > 4) found.push(`${text} and ${other} overprint`)
          }
        }
      }
      return found
    })

  test('overprints nothing, split or not, on a phone, a small desk and a wide one', async ({ page }) => {
    test.slow()
    for (const question of [
      'report=inventory',
      'report=inventory&by=size',
      'report=inventory&by=area&graph=share',
      'report=inventory&mode=snapshot&by=equipment',
      'report=yield',
      'report=yield&count=size',
      'report=harvest&by=area&dates=365',
      'report=size&by=equipment&dates=365',
      'report=intervalMortality&by=area&dates=365',
      'report=compare&leftBy=area&rightBy=size',
    ]) {
      await page.goto(`/manage/${STONY}?tab=reports&${question}`)
      for (const [width, height] of [
        [390, 844],
        [1280, 900],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect(page.getByRole('figure').first()).toHaveAttribute('aria-busy', 'false')
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expect(page.getByRole('figure').locator('[data-series], li').first()).toBeVisible()
        await expect.poll(() => troubles(page), { message: `${question} at ${width} px` }).toEqual([])
      }
    }
  })

  test('names each of four bars on a phone, parts of months too', { tag: '@phone-only' }, async ({ page }) => {
    for (const [report, parts] of [
      ['harvest', true],
      ['yield', false],
    ] as const) {
      await page.goto(`/manage/${STONY}?tab=reports&report=${report}&dates=custom&from=2026-03-25&to=2026-06-20`)
      const names = page.getByRole('figure').locator('[data-axis=buckets] text')
      await expect(names, report).toHaveText(['25–31 Mar', 'Apr', 'May', '1–20 Jun'])
      expect(await page.getByRole('figure').locator('[data-part]').count(), report).toBe(parts ? 1 : 0)
    }
  })

  test('says at the ends of its lines what they are, and has a legend where there is no room', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/manage/${STONY}?tab=reports&report=inventory&by=area`)
    const figure = page.getByRole('figure')
    const ends = figure.locator('[data-ends] text')
    await expect(ends).toHaveCount(3)
    const first = figure.getByRole('listitem').first()
    const seen = () =>
      first.evaluate((one) => !getComputedStyle(one.closest('[data-ended]') ?? one).clipPath.startsWith('inset'))
    expect(await seen()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    await expect(first).toBeHidden()
    await expect(ends).toHaveCount(3)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(ends).toHaveCount(0)
    expect(await seen()).toBe(true)
  })
})

test.describe('on paper', () => {
  test.use({ as: 'manager' })

  test('squares keep their numbers', async ({ page }) => {
    await page.goto(`/manage/${STONY}?tab=reports&report=snapshot`)
    const squares = page.getByRole('list', { name: 'Snapshot' })
    const number = squares.getByRole('button').first()
    await expect(number).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(number).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
  })

  for (const path of ['growth', 'sales?dates=all']) {
    test(`${path.split('?')[0]} says what it is about, and has no controls`, async ({ page }) => {
      await page.goto(`/manage/${STONY}/${path}`)
      const asked = page.getByText(/^Stony Point Shellfish\. All growing areas, .*\. Printed \d+ \w{3} \d{4}\.$/)
      await expect(asked).toBeAttached()
      await expect(asked).toBeHidden()
      const controls = page.locator('main').locator('select, input, button:has-text("CSV"), button:has-text("Change")')
      expect(await controls.filter({ visible: true }).count()).toBeGreaterThan(0)
      await page.emulateMedia({ media: 'print' })
      await expect(asked).toBeVisible()
      await expect(controls.filter({ visible: true })).toHaveCount(0)
    })
  }
})

test.describe('squares', () => {
  test.use({ as: 'manager' })

  test('while they are arranged on a phone, the way out lies under the thumb and under nothing else', {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    await page.goto(`/manage/${STONY}?tab=reports`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const save = page.getByRole('button', { name: 'Save' })
    await expect(save).toBeInViewport({ ratio: 1 })
    const box = await save.boundingBox()
    if (isMobile) expect(box?.y).toBeGreaterThan(700)
    expect(
      await save.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    ).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(save).toBeHidden()
  })
})

test.describe('an address that names no farm', () => {
  test.use({ as: 'manager' })

  test('has the tools of its header at the end of it', { tag: '@phone' }, async ({ page, troubles }) => {
    troubles.expect(/^404 /)
    await page.goto('/manage/unknown')
    await expect(page.getByText('No such farm.')).toBeVisible()
    const header = await page.getByRole('banner').boundingBox()
    const out = await page.getByRole('banner').getByRole('link', { name: 'Sign out' }).boundingBox()
    expect((header?.width ?? 0) - (out?.x ?? 0) - (out?.width ?? 0)).toBeLessThan(32)
  })
})
