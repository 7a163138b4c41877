import { expectAccessible } from './axe'
import { restyle } from './sight'
import { expect, test } from './test'

test.use({ as: 'member', ownTab: true })

const LOST = [
  { how: 'by its own colour', style: 'main p { color: #999 }' },
  { how: 'by that of what it stands in', style: 'main :has(> p) { background: #777 }' },
  { how: 'by the opacity of what it stands in', style: 'main { opacity: 0.4 }' },
  {
    how: 'as it stands on something else',
    style:
      'main p { position: absolute; z-index: 1; top: 300px } main h1 { position: absolute; inset: 0; background: #777 }',
  },
]

test('PUB-8 a text that loses its contrast is found on a page where all had passed', async ({ page }) => {
  await page.goto('/account/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
  await expectAccessible(page)
  for (const { how, style } of LOST) {
    await restyle(page, style)
    await expect(expectAccessible(page), how).rejects.toThrow(/color-contrast at <p/)
  }
})
