import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { NOTEBOOK } from './report'
import { expectNoSideScroll, expectSeen } from './sight'
import { expect, test } from './test'

// Squares are saved: not on the server that the others use.
test.use({ alone: import.meta.url })

const STONY = '5f0000000000000000000002'
const DEFAULTS = [
  'Inventory, Snapshot',
  'Average Size, Snapshot',
  'Containers in Use',
  'Inventory, Last 365 days',
  'Harvest, Last 90 days',
]

const dashboardUrl = (farm: string) => `/manage/${farm}?tab=reports`
const squares = (page: Page) => page.getByRole('list', { name: 'Snapshot' }).getByRole('listitem')
const names = (page: Page) => squares(page).getByRole('heading')
const edited = (page: Page) => page.getByRole('group', { name: /^Square/ })
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  return box
}

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('REP-1 DASH-1 the reports begin with the squares, worked out in one question, in two rows on a desk', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/v2\//.test(request.url())) asked.push(new URL(request.url()).pathname)
    })
    await page.goto(dashboardUrl(NOTEBOOK))
    await expect(names(page)).toHaveText(DEFAULTS)
    await expect(squares(page).nth(0)).toContainText('2.1K')
    await expect(squares(page).nth(0)).toContainText(/the same as on \d+ \w+ \d{4}/)
    await expect(squares(page).nth(1)).toContainText('62.48 mm')
    await expect(squares(page).nth(2)).toContainText('29')
    await expect(squares(page).nth(2)).toContainText('19 spots are unused')
    await expect(page.getByRole('img', { name: /^Inventory, monthly: 2,082 on/ })).toBeVisible()
    expect(asked).toEqual([`/api/v2/getDashboard/${NOTEBOOK}`])
    const boxes = await Promise.all([0, 1, 2, 3, 4].map((index) => boxOf(squares(page).nth(index))))
    const tops = boxes.map(({ y }) => y)
    expect(new Set(tops.slice(0, 3)).size).toBe(1)
    expect(tops[3]).toBeGreaterThan(tops[0] ?? 0)
    expect(tops[4]).toBe(tops[3])
    await expect(page.getByText('2.1K').first()).toHaveCSS('font-size', '34px')
    await expect(page.getByText('2.1K').first()).toHaveCSS('font-variant-numeric', 'tabular-nums')
  })

  test('DASH-1 DASH-2 on a phone two numbers stand in a row, the last of an odd number and each line alone; one is dragged by touch', {
    tag: '@phone-only',
  }, async ({ page }) => {
    await page.goto(dashboardUrl(STONY))
    await expect(squares(page)).toHaveCount(5)
    const boxes = await Promise.all([0, 1, 2, 3, 4].map((index) => boxOf(squares(page).nth(index))))
    expect(boxes.map(({ y }) => boxes.filter((other) => other.y === y).length)).toEqual([2, 2, 1, 1, 1])
    expect(boxes.map(({ y }) => y)).toEqual(boxes.map(({ y }) => y).toSorted((a, b) => a - b))

    await act(page, 'Edit').tap()
    const grip = await boxOf(edited(page).nth(0).locator('[data-grip]'))
    const target = await boxOf(edited(page).nth(1))
    const touch = await page.context().newCDPSession(page)
    const at = (y: number) => [{ x: grip.x + 12, y }]
    const from = grip.y + 20
    const to = target.y + target.height - 12
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
    for (let step = 1; step <= 10; step += 1) {
      const y = from + ((to - from) * step) / 10
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(edited(page).nth(0)).toHaveAccessibleName('Square 1: Average Size, Snapshot')
    await expect(edited(page).nth(1)).toHaveAccessibleName('Square 2: Inventory, Snapshot')

    await edited(page).nth(0).getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)
  })

  test('DASH-5 what the server refuses is told in sight, and nothing is lost', { tag: '@phone-only' }, async ({
    page,
    troubles,
  }) => {
    troubles.expect(/^400 \/api\/v2\/updateDashboard\//)
    await page.goto(dashboardUrl(STONY))
    await act(page, 'Edit').click()
    await page.route('**/api/v2/updateDashboard/**', async (route) => {
      const { dashboardReports } = route.request().postDataJSON() as { dashboardReports: unknown[] }
      await route.continue({
        postData: JSON.stringify({ dashboardReports: [...dashboardReports, ...dashboardReports] }),
      })
    })
    await act(page, 'Remove Containers in Use').click()
    await edited(page).last().scrollIntoViewIfNeeded()
    await act(page, 'Save').click()
    const refused = page.getByRole('alert').filter({ hasText: 'A dashboard has at most 6 squares.' })
    await expectSeen(refused)
    await expect(edited(page)).toHaveCount(4)
    await page.unroute('**/api/v2/updateDashboard/**')
  })

  test('DASH-2 DASH-3 DASH-4 edited by the keyboard, and there after a reload', async ({ page }) => {
    await page.goto(dashboardUrl(NOTEBOOK))
    await expect(act(page, 'Edit')).toBeEnabled()
    await act(page, 'Edit').focus()
    await page.keyboard.press('Enter')

    await act(page, 'Move Harvest, Last 90 days earlier').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(act(page, 'Move Harvest, Last 90 days earlier')).toBeFocused()
    await expect(page.getByText('Harvest, Last 90 days is now 1 of 5.')).toBeAttached()

    await act(page, 'Remove Inventory, Last 365 days').focus()
    await page.keyboard.press('Enter')
    await act(page, 'Add report +').focus()
    await page.keyboard.press('Enter')
    const added = edited(page).nth(4)
    await expect(added.getByRole('combobox', { name: 'Metric' })).toBeFocused()
    await expect(added.getByRole('combobox', { name: 'Dates' })).toHaveValue('Snapshot')
    await added.getByRole('combobox', { name: 'Metric' }).selectOption('Harvest')
    await expect(added.getByRole('combobox', { name: 'Dates' })).toHaveValue('Last 90 days')
    await added.getByRole('combobox', { name: 'Metric' }).selectOption('Inventory')
    await added.getByRole('combobox', { name: 'Dates' }).selectOption('Snapshot')
    await added.getByRole('button', { name: 'Filter' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('checkbox', { name: 'raft' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(added).toContainText('1,019')
    await act(page, 'Save').focus()
    await page.keyboard.press('Enter')

    const saved = [
      'Harvest, Last 90 days',
      'Inventory, Snapshot',
      'Average Size, Snapshot',
      'Containers in Use',
      'Inventory, Snapshotraft',
    ]
    await expect(names(page)).toHaveText(saved)
    await expect(squares(page).nth(4)).toContainText('1.0K')
    await expect(squares(page).nth(4)).toContainText('1,019')

    await page.reload()
    await expect(names(page)).toHaveText(saved)
  })
})

test.describe('staff, with squares of their own', () => {
  test.use({ as: 'admin' })

  test('DASH-2 by the mouse a square is dragged by its number; one of a rate stands in Compare', async ({ page }) => {
    await page.goto(`/farms/${STONY}?tab=reports`)
    await act(page, 'Edit').click()
    const grip = await boxOf(edited(page).nth(0).locator('[data-grip]'))
    const target = await boxOf(edited(page).nth(2))
    await page.mouse.move(grip.x + 10, grip.y + 10)
    await page.mouse.down()
    await page.mouse.move(target.x + target.width * 0.8, target.y + 40, { steps: 12 })
    await page.mouse.up()
    await expect(edited(page)).toHaveCount(5)
    const order = () => edited(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).slice(0, 3))
    await expect
      .poll(order)
      .toEqual(['Square 1: Average Size, Snapshot', 'Square 2: Containers in Use', 'Square 3: Inventory, Snapshot'])

    await edited(page).nth(3).getByRole('combobox', { name: 'Metric' }).selectOption('% Mortality')
    await edited(page).nth(4).getByRole('combobox', { name: 'Metric' }).selectOption('% Interval Mortality')
    const before = edited(page)
      .nth(4)
      .getByText(/^\d+\.\d+%$/)
      .first()
    await expect(before).toBeVisible()
    const interval = (await before.textContent()) ?? ''
    await act(page, 'Save').click()
    await expect(names(page).nth(3)).toHaveText('% Mortality, Last 365 days')
    await expect(squares(page).nth(3)).toContainText(/\d+\.\d+%/)
    await expect(squares(page).nth(4)).toContainText(interval)
    await page.getByRole('link', { name: '% Mortality, Last 365 days' }).click()
    await expect(page).toHaveURL(/report=compare.*leftMetric=mortality|leftMetric=mortality.*report=compare/)
    await expect(page.getByRole('figure').first()).toBeVisible()
  })
})
