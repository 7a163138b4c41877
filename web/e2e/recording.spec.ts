import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { NOTEBOOK, numbersOf } from './report'
import { tokenOf } from './session'
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
    // A growing area that the recall is about says so, where its animals are recorded.
    await expect(page.getByText('Recall open here')).toBeHidden()
    await page.getByRole('button', { name: /^Growing area: / }).tap()
    await page.getByRole('radio', { name: /Palix Mouth/ }).tap()
    await expect(page.getByText('Recall open here')).toBeVisible()
    await expectAccessible(page)
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
    await expectAccessible(page)
  })
})
