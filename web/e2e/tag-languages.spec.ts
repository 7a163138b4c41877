import { TAGS } from './demo-tags'
import { expect, test } from './test'

const PARTY = 'Washington State Department of Health'

const LANGUAGES = [
  {
    locale: 'es-MX',
    recalled: `Producto retirado del mercado por ${PARTY}`,
    told: 'No coma, no sirva ni venda estas ostras.',
  },
  {
    locale: 'fr-CA',
    recalled: `Produit rappelé par ${PARTY}`,
    told: 'Ne pas manger, ni servir, ni vendre ces huîtres.',
  },
]

// The words of a page in each language are stored with the pages (TestStoredPages).
for (const { locale, recalled, told } of LANGUAGES) {
  test.describe(`for a reader of ${locale}`, { tag: '@phone-only' }, () => {
    test.use({ locale })

    test('TAG-7 TAGP-3 a recall stands in English above its translation', async ({ page }) => {
      await page.goto(`/tag/${TAGS.recalled}`)
      const banner = page.getByRole('alert')
      await expect(banner.getByText(`PRODUCT RECALLED BY ${PARTY}`, { exact: true })).toBeVisible()
      await expect(banner.getByRole('paragraph').nth(0)).toHaveText(`PRODUCT RECALLED BY ${PARTY}`)
      await expect(banner.getByRole('paragraph').nth(1)).toHaveText(recalled)
      await expect(banner.getByRole('paragraph').nth(2)).toHaveText(told)
      await expect(banner.getByRole('link')).toBeInViewport({ ratio: 1 })
    })
  })
}

for (const locale of ['en-US', 'es-MX', 'fr-CA']) {
  test.describe(`narrow, large and on paper, ${locale}`, { tag: '@phone-only' }, () => {
    test.use({ locale, javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

    test('TAGP-1 nothing is cut off at 320 px, with text twice as large, or in print', async ({ page }) => {
      for (const id of [TAGS.recalled, TAGS.wetStorage]) {
        await page.goto(`/tag/${id}`)
        const texts = page.locator('h1, h2, h3, p, dt, dd, a').filter({ visible: true })
        for (const size of ['100%', '200%']) {
          await page.evaluate((of) => document.documentElement.style.setProperty('font-size', of), size)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth)
          expect(wide, `${id} ${size}`).toBe(320)
          const outside = await texts.evaluateAll((all) =>
            all.filter((one) => one.getBoundingClientRect().right > 320.5).map((one) => one.textContent),
          )
          expect(outside, `${id} ${size}`).toEqual([])
        }
        await page.emulateMedia({ media: 'print' })
        await expect(page.locator('h1')).toBeVisible()
        if (id === TAGS.recalled) await expect(page.getByText(/^PRODUCT RECALLED BY/)).toBeVisible()
        await page.emulateMedia({ media: 'screen' })
      }
    })
  })
}
