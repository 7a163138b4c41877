import type { APIRequestContext } from '@playwright/test'
import { dayWords, SHOWN, TAGS, type TagDates, UNKNOWN_TAG } from './demo-tags'
import { expect, test } from './test'

const RECALLED_BY = 'Washington State Department of Health'
const RECALLED: string[] = [TAGS.recalled, TAGS.fromRecalled]

interface TagAnswer {
  farm: { photo: string }
  tag: TagDates
  recall: string | null
}

async function tagAnswer(request: APIRequestContext, id: string): Promise<TagAnswer> {
  const answer = await request.get(`/api/tag/${id}`)
  expect(answer.status()).toBe(200)
  return answer.json()
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('TAGP-2 TAGP-3 TAGP-5 TAGP-6 TAGP-7 TAGP-8 TAGP-9 TAGP-10 AUTH-6 what each tag of the demo shows', {
    tag: '@phone-only',
  }, async ({ page, request }) => {
    for (const { what, id, title, identity, links, told, tasting, sections, timeline } of SHOWN) {
      await test.step(what, async () => {
        const answer = await page.goto(`/tag/${id}`)
        expect(answer?.status()).toBe(200)
        await expect(page).toHaveTitle(title)
        await expect(page.locator('h1, address > *')).toHaveText(identity)
        for (const [name, href] of links)
          await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
        const { tag, recall } = await tagAnswer(request, id)
        const last = recall && tasting ? [`Tasting Notes${tasting}`] : []
        await expect(page.locator('dl > div')).toHaveText([
          ...sections.map(([label, value]) => `${label}${value}`),
          ...last,
        ])
        await expect(page.locator('.tasting dd')).toHaveText(tasting && !recall ? [tasting] : [])
        await expect(page.locator('.told')).toHaveText([told(tag)].filter(Boolean))
        const steps = page.locator('ol > li')
        await expect(steps).toHaveText(timeline(tag).map((lines) => lines.join('')))
        expect(recall).toBe(RECALLED.includes(id) ? RECALLED_BY : null)
        await expect(page.getByRole('alert')).toHaveCount(recall ? 1 : 0)
        await expect(page.getByText(/recall/i).filter({ visible: true })).toHaveCount(recall ? 1 : 0)
      })
    }
  })

  test('TAGP-3 a recalled tag says so first, in orange', { tag: '@phone' }, async ({ page, request }) => {
    await page.goto(`/tag/${TAGS.recalled}`)
    const banner = page.getByRole('alert')
    await expect(banner.getByText(`PRODUCT RECALLED BY ${RECALLED_BY}`, { exact: true })).toBeVisible()
    const { harvestDate } = (await tagAnswer(request, TAGS.recalled)).tag
    await expect(banner.getByRole('paragraph').filter({ visible: true })).toHaveText([
      `PRODUCT RECALLED BY ${RECALLED_BY}`,
      'Do not eat, serve or sell these oysters.',
      `Harvested ${dayWords(harvestDate)} at Palix Mouth, Willapa Bay, parcel 87.`,
      'Keep them apart. Keep this tag.',
    ])
    const call = banner.getByRole('link', { name: /^Call / })
    await expect(call).toBeInViewport({ ratio: 1 })
    expect((await call.boundingBox())?.height).toBe(52)
    const screen = page.viewportSize()?.height ?? 0
    expect((await banner.boundingBox())?.height).toBeGreaterThanOrEqual(0.45 * screen)
    await expect(banner).toBeInViewport()
    await expect(banner).toHaveCSS('background-color', 'rgb(194, 65, 12)')
    await expect(banner).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expect(page.locator('body > *').first()).toHaveRole('alert')
  })

  test("TAGP-4 the farm's photo, 300 px high, from this server", { tag: '@phone-only' }, async ({ page, request }) => {
    await page.goto(`/tag/${TAGS.farm}`)
    const photo = page.getByRole('img', { name: 'Stony Point Shellfish' })
    await expect(photo).toBeVisible()
    expect((await photo.boundingBox())?.height).toBe(300)
    await expect(photo).toHaveAttribute('src', (await tagAnswer(request, TAGS.farm)).farm.photo)
    await expect(photo).toHaveJSProperty('complete', true)
    await page.goto(`/tag/${TAGS.item}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('img')).toHaveCount(0)
  })
})

// By the server's answers alone: what follows an id goes through all of it, a browser would change nothing.
test('TAGP-1 TAGP-12 what follows the id is left aside, and what is no tag is not found', async ({ request }) => {
  const found = await request.get(`/tag/${TAGS.farm}/whatever/else?x=1`)
  expect(found.status()).toBe(200)
  expect(await found.text()).toContain('<h1>Stony Point Shellfish</h1>')
  for (const path of [`/tag/${UNKNOWN_TAG}`, '/tag/x', '/tag/..%2f..%2fetc']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(await answer.text(), path).toContain('<h1>Tag not found</h1>')
  }
  const answer = await request.get(`/api/tag/${UNKNOWN_TAG}`)
  expect(answer.status()).toBe(404)
  expect(await answer.json()).toMatchObject({ statusCode: 404, error: 'Not Found' })
})

test.describe('the pageview', () => {
  test('TAGP-11 is counted once everything is shown', async ({ page }) => {
    // The debugger does not see into a beacon, so the page is asked what it hands over.
    let told = ''
    await page.exposeFunction('tell', (body: string) => {
      told = body
    })
    await page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator)
      navigator.sendBeacon = (url, body) => {
        const { tell } = window as unknown as { tell: (text: string) => void }
        if (body instanceof Blob) body.text().then(tell)
        return send(url, body)
      }
    })
    const beacon = page.waitForRequest('**/api/pageview')
    await page.goto(`/tag/${TAGS.farm}`)
    const sent = await beacon
    expect(sent.method()).toBe('POST')
    expect(await sent.headerValue('content-type')).toBe('application/json')
    await expect.poll(() => told).not.toBe('')
    expect(JSON.parse(told)).toEqual({
      event: 'Tag Pageview',
      farmName: 'Stony Point Shellfish',
      farmId: '5f0000000000000000000002',
      tagId: TAGS.farm,
    })
    expect((await sent.response())?.status()).toBe(204)
  })

  test('TAGP-11 may be blocked, and nothing changes', async ({ page, troubles }) => {
    troubles.expect(/^console: Failed to load resource: net::ERR_/)
    await page.goto(`/tag/${TAGS.wetStorage}`)
    const counted = await page.content()
    let blocked = 0
    await page.route('**/api/pageview', (route) => {
      blocked++
      return route.abort('blockedbyclient')
    })
    await page.reload()
    await expect.poll(() => blocked).toBe(1)
    expect(await page.content()).toBe(counted)
  })

  test('TAGP-11 TAGP-12 is not sent for a tag that is not found', async ({ page, troubles }) => {
    troubles.expect(/^404 \/tag\//)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`/tag/${UNKNOWN_TAG}`)
    await expect(page.locator('script')).toHaveCount(0)
    expect(asked).toEqual([`/tag/${UNKNOWN_TAG}`])
  })
})
