import { NOTEBOOK } from './report'
import type { Account } from './session'
import { expect, test } from './test'

/** The lists with a search above them, and what the search is called there. */
const SEARCHES: readonly [Account, string, string][] = [
  ['manager', '/manage', 'Search by name'],
  ['manager', '/manage/side-by-side', 'Search by name'],
  ['manager', `/manage/${NOTEBOOK}/tags`, 'Search tags and lots'],
  ['manager', `/manage/${NOTEBOOK}/shipments`, 'Search buyers'],
  ['admin', '/farms', 'Name, owner, city or certificate'],
  ['admin', '/farms/fulfilment', 'Search farm, receiver or order'],
  ['root', '/admin/users', 'Username'],
  ['root', '/admin/audit', 'People, actions or addresses'],
  ['root', '/admin/admin-groups', 'Search by name'],
]

for (const [as, path, label] of SEARCHES) {
  test.describe(as, () => {
    test.use({ as })
    test(`LIST-5 a search of ${path.replace(NOTEBOOK, '{farm}')} is one step of the history`, {
      tag: '@phone',
    }, async ({ page }) => {
      await page.goto(path)
      const search = page.getByRole('searchbox', { name: label, exact: true })
      await expect(search).toBeVisible()
      const before = await page.evaluate(() => window.history.length)
      let typed = ''
      for (const letter of 'bay') {
        await search.press(letter)
        typed += letter
        // Each letter comes into the address by itself: typed at once, they would be one step whatever is done.
        await expect(page).toHaveURL((url) => [...url.searchParams.values()].includes(typed))
      }
      expect(await page.evaluate(() => window.history.length)).toBe(before + 1)
      await page.goBack()
      await expect(page).toHaveURL((url) => url.pathname === path && !url.searchParams.toString().includes('=b'))
      await expect(search).toHaveValue('')
    })
  })
}
