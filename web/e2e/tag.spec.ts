import type { APIRequestContext } from '@playwright/test'
import { dayWords, SHOWN, TAGS, type TagDates, UNKNOWN_TAG } from './demo-tags'
import { expect, test } from './test'

const RECALLED_BY = 'Washington State Department of Health'

interface TagAnswer {
  farm: { name: string; photo: string; labels: { species: string; harvest: string } }
  tag: TagDates & { _id: string }
  rootTag: { _id: string } | null
  recall: string | null
}

async function tagAnswer(request: APIRequestContext, id: string): Promise<TagAnswer> {
  const answer = await request.get(`/api/tag/${id}`)
  expect(answer.status()).toBe(200)
  return answer.json()
}

test.describe('without JavaScript', { tag: '@phone' }, () => {
  test.use({ javaScriptEnabled: false })

  for (const { what, id, title, identity, links, told, tasting, sections, timeline } of SHOWN) {
    test(`TAGP-2 TAGP-5 TAGP-6 TAGP-7 TAGP-8 TAGP-9 TAGP-10 AUTH-6 ${what}`, { tag: '@phone-only' }, async ({
      page,
      request,
    }) => {
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
    })
  }

  test("TAGP-1 logo and link lead to the product's site", async ({ page }) => {
    await page.goto(`/tag/${TAGS.farm}`)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Merroir', exact: true })).toHaveAttribute(
      'href',
      'https://merroir.example',
    )
    await expect(header.getByRole('link', { name: 'merroir.example', exact: true })).toHaveAttribute(
      'href',
      'https://merroir.example',
    )
  })

  test('TAGP-1 what follows the id is left aside', async ({ page }) => {
    const answer = await page.goto(`/tag/${TAGS.farm}/whatever/else?x=1`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'Stony Point Shellfish' })).toBeVisible()
  })

  for (const [what, id] of [
    ['a recalled tag', TAGS.recalled],
    ['a tag made from a recalled one', TAGS.fromRecalled],
  ] as const) {
    test(`TAGP-3 ${what} says so first, in orange`, async ({ page, request }) => {
      await page.goto(`/tag/${id}`)
      const banner = page.getByRole('alert')
      await expect(banner.getByText(`PRODUCT RECALLED BY ${RECALLED_BY}`, { exact: true })).toBeVisible()
      const { harvestDate } = (await tagAnswer(request, id)).tag
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
      expect((await tagAnswer(request, id)).recall).toBe(RECALLED_BY)
    })
  }

  test('TAGP-3 no other tag says anything of the kind', async ({ page, request }) => {
    for (const id of [TAGS.farm, TAGS.market, TAGS.wetStorage, TAGS.labels, TAGS.otherCert, TAGS.item]) {
      await page.goto(`/tag/${id}`)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText(/recall/i)).toHaveCount(0)
      expect((await tagAnswer(request, id)).recall).toBeNull()
    }
  })

  test("TAGP-4 the farm's photo, 300 px high, from this server", async ({ page, request }) => {
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

  for (const path of [`/tag/${UNKNOWN_TAG}`, '/tag/x', '/tag/7A0000000000000000000001', '/tag/..%2f..%2fetc']) {
    test(`TAGP-12 ${path}: not found, in words and status`, async ({ page, troubles }) => {
      troubles.expect(/^404 \/tag\//)
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Tag not found' })).toBeVisible()
      await expect(page.getByText("We're sorry. The tag you scanned could not be found.")).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Merroir', exact: true })).toBeVisible()
    })
  }
})

test.describe('as JSON', () => {
  test('TAGP-6 TAGP-7 the labels of the farm', async ({ request }) => {
    expect((await tagAnswer(request, TAGS.labels)).farm.labels).toEqual({ species: 'Type', harvest: 'Processing Date' })
    expect((await tagAnswer(request, TAGS.farm)).farm.labels).toEqual({ species: 'Species', harvest: 'Harvest' })
  })

  test('TAGP-6 of several parents the one harvested first is the root', async ({ request }) => {
    expect((await tagAnswer(request, TAGS.market)).rootTag?._id).toBe(TAGS.item)
    expect((await tagAnswer(request, TAGS.farm)).rootTag).toBeNull()
  })

  test('TAGP-12 an unknown tag', async ({ request }) => {
    const answer = await request.get(`/api/tag/${UNKNOWN_TAG}`)
    expect(answer.status()).toBe(404)
    expect(await answer.json()).toMatchObject({ statusCode: 404, error: 'Not Found' })
  })
})

test.describe('the pageview', () => {
  test('TAGP-11 is counted once everything is shown', { tag: '@phone' }, async ({ page }) => {
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
