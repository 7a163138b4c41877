import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { figure, notebookUrl } from './report'
import { expect, test } from './test'

const FILE = fileURLToPath(new URL('../../docs/screenshot.png', import.meta.url))

test.describe('the picture of the README', () => {
  test.skip(!process.env.SCREENSHOT, 'made anew with SCREENSHOT=1 make test-e2e')
  test.use({ as: 'manager', colorScheme: 'light' })

  test('REP-5 inventory by growing area', async ({ page }) => {
    await page.goto(notebookUrl({ by: 'area', view: 'chart' }))
    await expect(figure(page).locator('path[data-series]')).toHaveCount(3)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: FILE, animations: 'disabled' })
    expect((await stat(FILE)).size).toBeLessThan(150_000)
  })
})
