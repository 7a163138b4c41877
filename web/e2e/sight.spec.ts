import { STONY } from './report'
import { asNarrowAsAPhone, expectPressable, restyle } from './sight'
import { expect, test } from './test'

test.use({ as: 'manager', ownTab: true })

const COVERED = [
  {
    how: 'by what lies over its part',
    style: 'main section { position: relative } main section::after { content: ""; position: absolute; inset: 0 }',
  },
  { how: 'by a bar that is too high', style: 'nav[aria-label="Farm"] { height: 60vh }' },
]

test('PUB-8 a control that something lies over is found', async ({ page }) => {
  await page.goto(`/manage/${STONY}?tab=info`)
  await expect(page.getByRole('heading', { name: 'Leases' })).toBeVisible()
  await asNarrowAsAPhone(page, async () => {
    await expectPressable(page)
    for (const { how, style } of COVERED) {
      await restyle(page, style)
      await expect(expectPressable(page), how).rejects.toThrow(/something is in front/)
    }
  })
})
