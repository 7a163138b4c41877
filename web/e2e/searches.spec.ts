import { NOTEBOOK } from './report'
import { expect, test } from './test'
import { visit } from './visit'

/** The lists with a search above them, by who sees them, and what the search is called there. */
const SEARCHES = {
  manager: {
    '/manage': 'Search by name',
    '/manage/side-by-side': 'Search by name',
    [`/manage/${NOTEBOOK}/tags`]: 'Search tags and lots',
    [`/manage/${NOTEBOOK}/shipments`]: 'Search buyers',
  },
  admin: {
    '/farms': 'Name, owner, city or certificate',
    '/farms/fulfilment': 'Search farm, receiver or order',
  },
  root: {
    '/admin/users': 'Username',
    '/admin/audit': 'People, actions or addresses',
    '/admin/admin-groups': 'Search by name',
  },
} as const

for (const as of ['manager', 'admin', 'root'] as const) {
  test.describe(as, () => {
    test.use({ as, ownTab: true }) // a history that does not end at its fiftieth step
    test(`LIST-5 a search of a list is one step of the history, for ${as}`, { tag: '@phone' }, async ({ page }) => {
      for (const [path, label] of Object.entries(SEARCHES[as])) {
        await visit(page, path)
        const search = page.getByRole('searchbox', { name: label, exact: true })
        await expect(search, path).toBeVisible()
        const before = await page.evaluate(() => window.history.length)
        let typed = ''
        for (const letter of 'bay') {
          await search.press(letter)
          typed += letter
          // Each letter comes into the address by itself: typed at once, they would be one step whatever is done.
          await expect(page, path).toHaveURL((url) => [...url.searchParams.values()].includes(typed))
        }
        expect(await page.evaluate(() => window.history.length), path).toBe(before + 1)
        await page.goBack()
        await expect(page).toHaveURL((url) => url.pathname === path && !url.searchParams.toString().includes('=b'))
        await expect(search, path).toHaveValue('')
      }
    })
  })
}
