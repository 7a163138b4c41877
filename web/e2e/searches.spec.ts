import { expect, test } from './test'

test.use({ as: 'manager', ownTab: true }) // a history that does not end at its fiftieth step

test('LIST-5 a search of a list is one step of the history', async ({ page }) => {
  await page.goto('/manage')
  const search = page.getByRole('searchbox', { name: 'Search by name', exact: true })
  await expect(search).toBeVisible()
  const before = await page.evaluate(() => window.history.length)
  for (const typed of ['b', 'ba', 'bay']) {
    await search.press(typed.slice(-1))
    // Each letter comes into the address by itself: typed at once, they would be one step whatever is done.
    await expect(page).toHaveURL(`/manage?name=${typed}`)
  }
  expect(await page.evaluate(() => window.history.length)).toBe(before + 1)
  await page.goBack()
  await expect(page).toHaveURL('/manage')
  await expect(search).toHaveValue('')
})
