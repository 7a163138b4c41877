import type { Locator, Page, Response } from '@playwright/test'
import { figure, NOTEBOOK, notebookUrl } from './report'
import { largestPaint, slow } from './slow'
import { expect, test } from './test'

// What a page costs whose browser has nothing of it yet.
test.use({ apart: true })

const KB = 1000

interface Load {
  requests: number
  /** Of the files, with their headers. */
  bytes: number
  /** Bytes of what the server answers, which is as long as what other tests have made by then. */
  answered: number
  /** What was asked for more than once. */
  twice: string[]
}

/** What a page costs from nothing: every answer until the person sees what they came for. */
async function load(page: Page, path: string, seen: () => Promise<void>): Promise<Load> {
  const answers: Response[] = []
  // The icon is the browser's own affair: it looks into its cache again as the title changes.
  page.on('response', (answer) => answer.url().includes('/mark-') || answers.push(answer))
  await page.goto(path)
  await seen()
  const weigh = async (some: Response[]) => {
    const sizes = await Promise.all(some.map((one) => one.request().sizes()))
    return sizes.reduce(
      (sum, { responseHeadersSize, responseBodySize }) => sum + responseHeadersSize + responseBodySize,
      0,
    )
  }
  const isFile = (answer: Response) => !answer.url().includes('/api/')
  const asked = answers.map((answer) => `${answer.request().method()} ${answer.url()}`)
  return {
    requests: answers.length,
    bytes: await weigh(answers.filter(isFile)),
    answered: await weigh(answers.filter((answer) => !isFile(answer))),
    twice: asked.filter((one, at) => asked.indexOf(one) !== at),
  }
}

const PAGES = [
  {
    what: 'the sign-in',
    path: '/login',
    as: undefined,
    budget: { requests: 6, bytes: 125 * KB },
    asked: [],
    seen: (page: Page) => expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled(),
  },
  {
    what: 'the list of farms',
    path: '/manage',
    as: 'manager',
    budget: { requests: 12, bytes: 156 * KB },
    asked: ['/api/farms', '/api/farms/today', '/api/users/my'],
    seen: (page: Page) => expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible(),
  },
  {
    what: 'a report',
    path: notebookUrl({ view: 'chart' }),
    as: 'manager',
    budget: { requests: 20, bytes: 250 * KB },
    asked: [`/api/farms/${NOTEBOOK}`, '/api/users/my', `/api/v2/getFarmInventory/${NOTEBOOK}`],
    seen: (page: Page) => expect(figure(page).getByRole('application')).toBeVisible(),
  },
] as const

/** Reports, and the headings of their figures. */
const SHOWN = [
  ['Inventory', 'Living animals, end of month'],
  ['Yield', 'Yield, end of month'],
  ['Compare', 'Living animals, end of month'],
] as const

for (const { what, path, as, budget, asked, seen } of PAGES) {
  test.describe(`the first load of ${what}`, { tag: '@phone-only' }, () => {
    test.use({ as })

    test('fits its budget, asks for nothing twice and is never blank between the first paint and the page', async ({
      page,
    }) => {
      await page.addInitScript(() => {
        let painted = false
        const look = () => {
          const boot = document.querySelector('.boot')
          painted ||= boot !== null
          const blank = painted && !boot && document.getElementById('root')?.childElementCount === 0
          if (blank) Object.assign(window, { blank })
        }
        new MutationObserver(look).observe(document, { childList: true, subtree: true })
      })
      const { requests, bytes, answered, twice } = await load(page, path, () => seen(page))
      console.log(
        `    ${what}: ${requests} requests, ${(bytes / KB).toFixed(1)} KB and ${(answered / KB).toFixed(1)} KB of answers`,
      )
      expect(twice).toEqual([])
      expect(requests, 'requests').toBeLessThanOrEqual(budget.requests)
      expect(bytes, 'bytes of files, with headers').toBeLessThanOrEqual(budget.bytes)
      expect(answered, 'bytes of answers').toBeLessThanOrEqual(10 * KB)
      expect(await page.evaluate(() => Reflect.get(window, 'blank')), 'blank').toBeUndefined()
      await expect(page.locator('.boot')).toHaveCount(0)
    })

    test('is told of its files, and asks its first questions, before the app has loaded', async ({ page }) => {
      const started: string[] = []
      page.on('request', (request) => started.push(new URL(request.url()).pathname))
      // Whatever the scripts would ask for is not asked for while none of them runs.
      await page.route(/\/assets\/index-.*\.js$/, () => undefined)
      await page.goto(path, { waitUntil: 'commit' })
      await expect.poll(() => started.filter((file) => file.endsWith('.css')).length).toBeGreaterThan(1)
      expect(started.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(1)
      // What the page shows is asked for all the same.
      await expect.poll(() => started.filter((file) => file.startsWith('/api/')).sort()).toEqual(asked)
    })
  })
}

test.describe('on slow 4G with a quarter of the processor', { tag: '@phone-only' }, () => {
  test.use({ as: 'manager' })

  test('a report, which has the most to load, is painted', async ({ page }) => {
    await slow(page)
    await page.goto(notebookUrl({ view: 'chart' }))
    await expect(figure(page).getByRole('application')).toBeVisible()
    console.log(`    a report, largest contentful paint on slow 4G: ${Math.round(await largestPaint(page))} ms`)
  })
})

/** How long it takes from the press to the paint that has the heading. */
function pressed(target: Locator, heading: string): Promise<number> {
  return target.evaluate((element: HTMLElement, text) => {
    const there = () => [...document.querySelectorAll('h2, h3')].some(({ textContent }) => textContent?.includes(text))
    const begun = performance.now()
    element.click()
    return new Promise<number>((resolve) => {
      const look = () =>
        requestAnimationFrame(() =>
          there() && element.ariaSelected === 'true' ? resolve(performance.now() - begun) : look(),
        )
      look()
    })
  }, heading)
}

test.describe('once the code is there', () => {
  test.use({ as: 'manager' })

  test('a page whose answers come within a moment comes without outlines', async ({ page }) => {
    // The moment, as long as a busy machine needs.
    await page.addInitScript(() => {
      const { setTimeout: real } = window
      const stretched = (run: () => void, after = 0) => real(run, after === 100 ? 30_000 : after)
      Object.assign(window, { setTimeout: stretched })
    })
    await page.goto('/manage')
    const details = page.getByRole('link', { name: /^View Details/ }).first()
    await details.click()
    const farm = page.getByRole('tablist', { name: 'Farm', exact: true })
    const squares = page.getByRole('heading', { name: 'Snapshot', exact: true })
    await farm.getByRole('tab', { name: 'Reports' }).click()
    await expect(squares).toBeAttached()

    await page.evaluate(() => {
      const outlines: string[] = []
      new MutationObserver(() => {
        for (const { className } of document.querySelectorAll('[class*=skeleton]')) outlines.push(className)
      }).observe(document.body, { childList: true, subtree: true })
      Object.assign(window, { outlines })
    })
    const reports = page.getByRole('tablist', { name: 'Reports' })
    for (const [name, heading] of SHOWN) {
      await reports.getByRole('tab', { name }).click()
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    }
    for (const [name, heading] of SHOWN) {
      const took = await pressed(reports.getByRole('tab', { name }), heading)
      console.log(`    ${name} for the second time: ${Math.round(took)} ms`)
    }
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Yield, end of month' })).toBeVisible()
    await farm.getByRole('tab', { name: 'Farm Info' }).click()
    await expect(page.getByRole('heading', { name: 'Leases' })).toBeVisible()
    await page.getByRole('link', { name: 'Farms', exact: true }).first().click()
    await details.click()
    await farm.getByRole('tab', { name: 'Reports' }).click()
    await expect(squares).toBeAttached()
    expect(await page.evaluate(() => (window as unknown as { outlines: string[] }).outlines)).toEqual([])
  })
})
