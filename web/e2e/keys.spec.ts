import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { openPlace } from './farm-nav'
import { expectNoSideScroll } from './sight'
import { expect, test } from './test'

// Keys are made and ended here: not on the server that others read.
test.use({ alone: import.meta.url, as: 'manager' })

const STONY = '5f0000000000000000000002'

/** What the API answers to a program with the key. */
async function asked(serverUrl: string, key: string, path: string): Promise<number> {
  return (await fetch(serverUrl + path, { headers: { Authorization: `Bearer ${key}` } })).status
}

async function open(page: Page) {
  await page.goto(`/manage/${STONY}`)
  await openPlace(page, 'Keys')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Keys$/)
}

const form = (page: Page) => page.getByRole('form', { name: 'Make a key' })

test.describe('KEY-1 a key for a program of the farm', () => {
  test('is shown once, used, listed and ended', async ({ page, serverUrl }) => {
    const name = 'Scale'
    await open(page)
    const docs = page.getByRole('link', { name: 'What a program can ask for' })
    await expect(docs).toHaveAttribute('href', '/docs/api')
    await page.getByRole('button', { name: 'Make a key' }).click()

    // What is missing is said before anything is sent.
    await form(page).getByRole('button', { name: 'Make the key' }).click()
    await expect(form(page)).toContainText('Name the program that will use it.')
    await expect(form(page)).toContainText('Choose what the key may do.')
    await expectAccessible(page)
    await form(page).getByLabel('Program').fill(name)
    await form(page).getByText('Record and correct').click()
    await form(page).getByRole('button', { name: 'Make the key' }).click()

    await expect(page.getByText('This is the key.')).toBeVisible()
    const key = (await page.locator('main code').last().textContent()) ?? ''
    expect(key.length).toBeGreaterThan(30)
    await expectAccessible(page)
    expect(await asked(serverUrl, key, `/api/v2/places/${STONY}`)).toBe(200)
    // Nothing but what was chosen, and no other farm.
    expect(await asked(serverUrl, key, '/api/farms/5f0000000000000000000001')).toBeGreaterThanOrEqual(400)
    expect(await asked(serverUrl, key, `/api/farms/${STONY}/people`)).toBe(403)
    expect(await asked(serverUrl, key, '/api/users/my')).toBeGreaterThanOrEqual(400)

    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.reload()
    const item = page.getByRole('listitem').filter({ hasText: name })
    await expect(item).toContainText('Record and correct')
    await expect(item).toContainText(/last used/)
    expect(await page.content()).not.toContain(key)

    await item.getByRole('button', { name: `End ${name}` }).click()
    await expect(page.getByText('is refused from its next call on.')).toBeVisible()
    await page.getByRole('button', { name: 'End the key' }).click()
    await expect(item).toContainText(/; ended/)
    await expect(item.getByRole('button')).toHaveCount(0)
    expect(await asked(serverUrl, key, `/api/v2/places/${STONY}`)).toBe(401)
  })
})

test('API what a program can ask for is told to everybody, with every answer', async ({ page }) => {
  await page.goto('/docs/api')
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible()
  await page.getByRole('link', { name: "A farm's keys" }).click()
  const make = page.locator('details', { hasText: 'Make a key for a program' })
  await expect(make).toBeInViewport()
  await make.locator('summary').first().click()
  for (const answer of ['400', '403', '409', '413', '415', '429']) await expect(make).toContainText(answer)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideScroll(page)
  // A long page, of the same elements everywhere: two calls of each part are judged, and the one that is open.
  await page.evaluate(() => {
    for (const call of document.querySelectorAll('details:not([open]) ~ details:not([open]) ~ details:not([open])'))
      call.remove()
  })
  await expectAccessible(page)
})

test.describe('of staff', () => {
  test.use({ as: 'root' })
  test('the console has the page at its own address', async ({ page }) => {
    await page.goto(`/farms/${STONY}/keys`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Keys$/)
  })
})
