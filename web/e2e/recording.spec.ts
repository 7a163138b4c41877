import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhoneToo } from './axe'
import { NOTEBOOK, numbersOf } from './report'
import { fillSignIn, PASSWORD, storedToken, tokenOf } from './session'
import { expectNoSideScroll } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

// Activities are recorded here: not on the server whose numbers others read.
test.use({ alone: import.meta.url })

const RECORD = `/manage/${NOTEBOOK}/record`

interface Held {
  area: string
  lot: { sizeLabel: string; meshSize: string; nickname: string }
  onHand: number
}

async function api<T>(serverUrl: string, path: string): Promise<T[]> {
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'root')}` }
  const answer = await fetch(`${serverUrl}${path}`, { headers })
  return ((await answer.json()) as { data: T[] }).data
}

const places = (serverUrl: string) => api<Held>(serverUrl, `/api/v2/places/${NOTEBOOK}`)

/** What is alive, in one bag or on the farm. */
async function alive(serverUrl: string, area = '', bag = ''): Promise<number> {
  const here = (await places(serverUrl)).filter(
    (place) => place.area.includes(area) && `${place.lot.meshSize}, ${place.lot.nickname}`.includes(bag),
  )
  return here.reduce((sum, place) => sum + place.onHand, 0)
}

async function choose(page: Page, activity: string, area: string | RegExp, bag: string | RegExp) {
  // What is chosen folds to a line, so there is no box left that is ticked.
  await page.getByRole('radio', { name: activity }).click()
  await page.getByRole('radiogroup', { name: 'Growing area' }).getByRole('radio', { name: area }).click()
  await page.getByRole('radiogroup', { name: 'Lot' }).getByRole('radio', { name: bag }).click()
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  return box
}

/** The number of a harvest is where a thumb is. */
async function expectInReach(page: Page) {
  const number = await boxOf(page.getByLabel('Animals harvested'))
  expect(number.height).toBe(56)
  expect(number.y + number.height / 2).toBeGreaterThan(380)
  expect(number.y + number.height / 2).toBeLessThan(460)
}

const record = (page: Page) => page.getByRole('button', { name: 'Record', exact: true }).click()
const success = (page: Page) => page.getByRole('status').filter({ hasText: /^Recorded:/ })

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('a harvest recorded on a phone shows in the inventory report', { tag: '@phone-only' }, async ({
    page,
    serverUrl,
  }) => {
    const before = await alive(serverUrl)
    const inBag = await alive(serverUrl, 'Site A', 'beach, bag 1')
    await page.goto(`/manage/${NOTEBOOK}`)
    await page.getByRole('link', { name: 'Record', exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Record' })).toBeVisible()
    await choose(page, 'Harvest', 'Site A', 'beach, bag 1')
    await expect(page).toHaveURL(`${RECORD}?activity=harvest`)
    await page.getByLabel('Animals harvested').fill('12')
    await expect(page.getByText(`12 harvested from Site A, beach, bag 1; ${inBag - 12} remain.`)).toBeVisible()
    await page.getByRole('button', { name: 'Record', exact: true }).tap()
    await expect(success(page)).toHaveText(
      `Recorded: 12 harvested from Site A, beach, bag 1; ${inBag - 12} remain. Tag it`,
    )
    await expect(page.getByRole('listitem').first()).toContainText('12 harvested')
    await expect(page.getByLabel('Animals harvested')).toHaveValue('')
    await expect(page.getByText(`${inBag - 12} on hand`, { exact: true })).toBeVisible()
    await expectNoSideScroll(page)

    await visit(page, `/manage/${NOTEBOOK}?tab=reports&report=inventory&dates=7&every=year&view=table`)
    expect((await numbersOf(page, '2026')).Inventory).toBe(before - 12)
  })

  test('on a phone the number is in reach of a thumb, and the button stays in sight', { tag: '@phone-only' }, async ({
    page,
  }) => {
    await page.goto(RECORD)
    await choose(page, 'Harvest', 'Site A', 'beach, bag 2')
    const fold = async (legend: string) => (await boxOf(page.getByRole('button', { name: `${legend}: ` }))).height
    expect(await fold('What was done')).toBe(48)
    expect(await fold('Growing area')).toBe(48)
    expect(await fold('Lot')).toBe(60)
    await expectInReach(page)
    const chip = await boxOf(page.getByRole('radio', { name: 'Today' }).locator('..'))
    expect(chip.height).toBe(44)
    const button = page.getByRole('button', { name: 'Record', exact: true })
    const bar = await boxOf(page.locator('[data-bottom-bar]'))
    expect([bar.x, bar.y + bar.height, bar.width, bar.height]).toEqual([0, 844, 390, 72])
    // All of the page can be scrolled clear of it.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(button).toBeInViewport({ ratio: 1 })
    expect((await boxOf(page.getByRole('contentinfo'))).y).toBeLessThan(bar.y)
    await expectAccessible(page)
  })

  test('so is it under the strip of a recall, below a lot whose name has two lines and whose numbers are whole', {
    tag: '@phone-only',
  }, async ({ page }) => {
    await page.goto('/manage/5f0000000000000000000002/record')
    await choose(page, 'Harvest', /^Stony Point 4/, /^Standard in Flip bag/)
    const lot = page.getByRole('button', { name: /^Lot: / })
    await expect(lot).toHaveAccessibleName(/ [\d,]+ in \d+ containers Change$/)
    expect((await boxOf(lot)).height).toBeGreaterThan(60)
    const cut = await lot.evaluate((line) =>
      [...line.querySelectorAll('span')].filter(
        (one) =>
          one.clientWidth > 1 && one.scrollWidth > one.clientWidth && getComputedStyle(one).overflow !== 'visible',
      ),
    )
    expect(cut).toEqual([])
    await expect(page.getByRole('complementary', { name: 'Recall' })).toBeVisible()
    await expectInReach(page)
  })

  test('after an entry the next one needs only its number', async ({ page, serverUrl }) => {
    const before = await alive(serverUrl, 'Site B', 'raft, bag 2')
    await page.goto(RECORD)
    await choose(page, 'Loss', 'Site B', 'raft, bag 2')
    for (const lost of [1, 2]) {
      await page.getByLabel('Animals lost').fill(String(lost))
      await record(page)
      await expect(success(page)).toContainText(`Recorded: ${lost} lost at Site B, raft, bag 2`)
    }
    expect(await alive(serverUrl, 'Site B', 'raft, bag 2')).toBe(before - 3)
  })

  test('a growing area under a recall says so, where its animals are recorded', async ({ page }) => {
    await page.goto('/manage/5f0000000000000000000002/record?activity=harvest')
    await page.getByRole('radio', { name: /Stony Point 4/ }).click()
    await expect(page.getByRole('radiogroup', { name: 'Lot' })).toBeVisible()
    await expect(page.getByText('Recall open here')).toBeHidden()
    await page.getByRole('button', { name: /^Growing area: / }).click()
    await page.getByRole('radio', { name: /Palix Mouth/ }).click()
    await expect(page.getByText('Recall open here')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'See recall' }).click()
    await expect(page.getByText(/recalled/i).first()).toBeVisible()
  })

  test('more than there is is refused, naming the rule, and nothing is recorded', async ({
    page,
    serverUrl,
    troubles,
  }) => {
    troubles.expect(/^400 \/api\/v2\/activities\//)
    const before = await alive(serverUrl, 'Site B', 'raft, bag 1')
    await page.goto(RECORD)
    await choose(page, 'Harvest', 'Site B', 'raft, bag 1')
    const count = page.getByLabel('Animals harvested')
    await count.fill('5000')
    await record(page)
    await expect(count).toHaveAccessibleDescription(
      new RegExp(`^More taken than there are: a harvest of 5,000 .* where ${before} are on`),
    )
    await expect(count).toBeFocused()
    await expect(count).toHaveValue('5000')
    await expect(page.getByRole('alert')).toContainText('Nothing was recorded')
    await expectAccessibleOnPhoneToo(page)
    expect(await alive(serverUrl, 'Site B', 'raft, bag 1')).toBe(before)
  })

  test('a split keeps every animal', async ({ page, serverUrl }) => {
    const before = await alive(serverUrl)
    const inBag = await alive(serverUrl, 'Site C', 'beach, bag 2')
    await page.goto(RECORD)
    await choose(page, 'Grade or split', 'Site C', 'beach, bag 2')
    await page.getByLabel('Animals').fill('20')
    await page.getByLabel('Size label').fill('Large')
    await page.getByRole('button', { name: 'Another part' }).click()
    const second = page.getByRole('group', { name: 'Part 2', exact: true })
    await second.getByLabel('Size label').fill('Small')
    await second.getByLabel('Animals').fill(String(inBag))
    await expect(page.getByText(`20 more than the ${inBag} on hand`).first()).toBeVisible()
    await record(page)
    await expect(page.getByText(/^The 2 parts take .* in total, 20 more/)).toBeVisible()
    await expectAccessible(page)
    await second.getByLabel('Animals').fill('10')
    await expect(page.getByText(`${inBag - 30} remain`, { exact: true })).toBeVisible()
    await record(page)
    await expect(success(page)).toContainText(`30 taken from Site C, beach, bag 2: 20 to Large in beach, bag 2`)
    await expect(page.getByRole('listitem').first()).toContainText('30 split into 2')
    expect(await alive(serverUrl)).toBe(before)
    const parts = (await places(serverUrl)).filter(({ area, lot }) => area === 'Site C' && lot.sizeLabel)
    expect(parts.map(({ lot, onHand }) => [lot.sizeLabel, onHand]).sort()).toEqual([
      ['Large', 20],
      ['Small', 10],
    ])
  })

  test('what was recorded by mistake is undone', async ({ page, serverUrl }) => {
    const before = await alive(serverUrl, 'Site A', 'raft, bag 3')
    await page.goto(RECORD)
    await choose(page, 'Loss', 'Site A', 'raft, bag 3')
    await page.getByLabel('Animals lost').fill('7')
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByLabel('Note').fill('wrong bag')
    await record(page)
    await expect(success(page)).toBeVisible()
    expect(await alive(serverUrl, 'Site A', 'raft, bag 3')).toBe(before - 7)
    await page.getByRole('button', { name: /^7 lost/ }).click()
    const entry = page.getByRole('listitem').filter({ hasText: 'wrong bag' })
    await expect(entry).toContainText('If undone: 7 alive again at Site A, raft, bag 3.')
    await expectAccessible(page)
    await entry.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(entry).toContainText('Undone. 7 alive again at Site A, raft, bag 3.')
    await expect(page.getByRole('listitem').first()).toContainText('Undone: 7 lost')
    await expect(page.getByText(`${before} on hand`, { exact: true })).toBeVisible()
    expect(await alive(serverUrl, 'Site A', 'raft, bag 3')).toBe(before)
  })

  test('an answer lost on the way: the next try does not record twice', async ({ page, serverUrl, troubles }) => {
    troubles.expect(/^console: Failed to load resource: net::ERR_/)
    const before = await alive(serverUrl, 'Site B', 'beach, bag 4')
    await page.goto(RECORD)
    await choose(page, 'Harvest', 'Site B', 'beach, bag 4')
    await page.getByLabel('Animals harvested').fill('3')
    await page.route('**/api/v2/activities/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await record(page)
    await expect(page.getByRole('alert')).toContainText('What you typed is kept.')
    await page.unrouteAll()
    await expect(page.getByLabel('Animals harvested')).toHaveValue('3')
    await record(page)
    await expect(success(page)).toBeVisible()
    expect(await alive(serverUrl, 'Site B', 'beach, bag 4')).toBe(before - 3)
  })

  test('a double tap records once', async ({ page, serverUrl }) => {
    const before = await alive(serverUrl, 'Site C', 'raft, bag 4')
    await page.goto(RECORD)
    await choose(page, 'Harvest', 'Site C', 'raft, bag 4')
    await page.getByLabel('Animals harvested').fill('2')
    await page.getByRole('button', { name: 'Record', exact: true }).dblclick()
    await expect(success(page)).toBeVisible()
    await expect(page.getByText(`${before - 2} on hand`, { exact: true })).toBeVisible()
    expect(await alive(serverUrl, 'Site C', 'raft, bag 4')).toBe(before - 2)
  })

  test('a planting, by hand', async ({ page, serverUrl }) => {
    const before = await alive(serverUrl)
    await page.goto(`${RECORD}?activity=plant`)
    await page.getByRole('radio', { name: /Site B/ }).click()
    await page.getByRole('button', { name: 'Pacific oyster' }).click()
    await page.getByRole('button', { name: 'raft', exact: true }).click()
    await page.getByLabel('Animals planted').fill('5,000')
    await expect(page.getByText('5,000 planted at Site B, raft; Pacific oyster.')).toBeVisible()
    await record(page)
    await expect(success(page)).toBeVisible()
    expect(await alive(serverUrl)).toBe(before + 5000)
  })

  test('what is far from the last is asked back across the bar', { tag: '@phone' }, async ({ page, troubles }) => {
    troubles.expect(/^409 \/api\/v2\/activities\//)
    await page.goto(RECORD)
    await choose(page, 'Count', 'Site B', /beach, bag 5/)
    await page.getByLabel('Animals found').fill('1500')
    await record(page)
    const asked = page.getByText(/^Nothing was recorded yet\. 1,500 is far from/)
    await expect(asked.getByRole('button', { name: 'Record all the same' })).toBeVisible()
    const bar = await boxOf(page.locator('[data-bottom-bar]'))
    expect((await boxOf(asked)).width).toBeGreaterThan(bar.width * 0.7)
  })

  test('a farm without growing areas leads to where they are added', async ({ page }) => {
    await page.goto('/manage/5f0000000000000000000007/record')
    await expect(page.getByText('No growing areas yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Add a growing area' }).click()
    await expect(page.getByText('No leases yet.')).toBeVisible()
  })
})

test('an ended session takes nothing away', async ({ page, serverUrl, troubles }) => {
  troubles.expect(/^401 /)
  await page.goto(`/login?returnUrl=${RECORD}`)
  await fillSignIn(page, 'manager', PASSWORD)
  await choose(page, 'Count', 'Site A', 'beach, bag 5')
  await page.getByLabel('Animals found').fill('41')
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByLabel('Note').fill('counted twice')
  const token = await storedToken(page)
  await fetch(`${serverUrl}/api/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  await record(page)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await fillSignIn(page, 'manager', PASSWORD)
  await expect(page.getByText(/^What you typed is back/)).toBeVisible()
  await expect(page.getByLabel('Animals found')).toHaveValue('41')
  await expect(page.getByLabel('Note')).toHaveValue('counted twice')
  await record(page)
  await expect(success(page)).toBeVisible()
  expect(await alive(serverUrl, 'Site A', 'beach, bag 5')).toBe(41)
})
