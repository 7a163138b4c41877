import type { Page, Response } from '@playwright/test'
import { TAGS } from './demo-tags'
import { largestPaint, slow } from './slow'
import { expect, test } from './test'

// What a page costs whose browser has nothing of it yet.
test.use({ apart: true })

const KB = 1024

/** Every answer that the page causes, up to and with its beacon. */
async function loaded(page: Page, id: string): Promise<Response[]> {
  const answers: Response[] = []
  page.on('response', (response) => answers.push(response))
  const counted = page.waitForResponse('**/api/pageview')
  await page.goto(`/tag/${id}`)
  await counted
  return answers
}

// The longest of the languages; those of the others are counted in a test of the server (TestTagPageBytesOfEveryLanguage).
test.describe('in French', { tag: '@phone-only' }, () => {
  test.use({ locale: 'fr' })
  for (const [what, id] of [
    ["a farm's tag", TAGS.farm],
    ['a tag with wet storage', TAGS.wetStorage],
    ['a recalled tag', TAGS.recalled],
  ] as const) {
    test(`TAG-7 TAGP-1 ${what} fits its budget`, async ({ page, context }) => {
      const answers = await loaded(page, id)
      const [html, ...rest] = answers
      if (!html) throw new Error('no answer came')
      const text = await html.text()
      const compressed = (await html.request().sizes()).responseBodySize
      const script = Buffer.byteLength(
        [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((found) => found[1]).join(''),
      )
      const photo = rest.find((answer) => answer.url().includes('/photos/'))
      const photoSize = photo ? (await photo.request().sizes()).responseBodySize : 0

      expect(await html.headerValue('content-language')).toBe('fr')
      expect(await html.headerValue('content-encoding')).toMatch(/^(?:br|gzip)$/)
      expect(text).not.toMatch(/<link[^>]+stylesheet|<script[^>]+src=/)
      expect(compressed, 'HTML and CSS, compressed').toBeLessThanOrEqual(8 * KB)
      expect(script, 'inline script').toBeLessThanOrEqual(KB)
      expect(answers.length, 'requests').toBeLessThanOrEqual(3)
      expect(photoSize, 'photo').toBeLessThanOrEqual(60 * KB)
      expect(await context.cookies()).toEqual([])
      for (const answer of answers) expect(await answer.headerValue('set-cookie')).toBeNull()
      console.log(
        `    ${what}: HTML and CSS ${compressed} B (${await html.headerValue('content-encoding')}, ` +
          `${Buffer.byteLength(text)} B plain), script ${script} B, photo ${photoSize} B, ${answers.length} requests`,
      )
    })
  }

  test('TAGP-1 the page of a recalled tag is there soon, on slow 4G with a quarter of the processor', async ({
    page,
  }) => {
    await slow(page)
    await page.goto(`/tag/${TAGS.recalled}`)
    const paint = await largestPaint(page)
    console.log(`    largest contentful paint on slow 4G: ${Math.round(paint)} ms`)
    expect(paint).toBeLessThan(2500)
  })
})
