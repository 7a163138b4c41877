import type { Page } from '@playwright/test'
import { largeFarm } from './largeFarm'
import { STONY } from './leaseBook'
import { expectNoSideScroll } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

// A farm of 20,000 spots is made for it.
test.use({ as: 'manager', alone: import.meta.url })

const ADDRESS = `/manage/${STONY}/bags`
const slider = (page: Page) => page.getByRole('slider', { name: 'Date' })
const table = (page: Page) => page.getByRole('table', { name: /^Bags on / })

/** The table's bags by size class, and what it calls unused. */
async function tableOf(page: Page): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  await expect(table(page)).toBeAttached()
  const rows = await table(page)
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.children].map(
          (cell) => cell.querySelector('button')?.firstChild?.textContent ?? cell.textContent ?? '',
        ),
      ),
    )
  for (const [, size, bags] of rows.slice(1)) {
    if (size && bags) sums[size] = (sums[size] ?? 0) + Number(bags.replaceAll(',', ''))
  }
  return sums
}

/** The marks in the pixels of the picture, by their colour and size: those that touch nothing else of their colour. */
function pictureOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    const rgb = (name: string) => {
      const hex = style.getPropertyValue(name).trim().slice(1)
      return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    }
    const kinds = [1, 2, 3, 4, 5].map((step) => ({ name: String(step), colour: rgb(`--size-${step}`) }))
    kinds.push({ name: 'unused', colour: rgb('--field') })
    const found: Record<string, number> = {}
    for (const canvas of document.querySelectorAll('canvas')) {
      const { width, height } = canvas
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
      copy?.drawImage(canvas, 0, 0)
      const { data } = copy?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() }
      const seen = new Uint8Array(width * height)
      const is = (at: number, [r, g, b]: number[]) =>
        data[4 * at] === r && data[4 * at + 1] === g && data[4 * at + 2] === b && data[4 * at + 3] === 255
      for (const { name, colour } of kinds) {
        for (let at = 0; at < seen.length; at++) {
          if (seen[at] || !is(at, colour)) continue
          const next = [at]
          let pixels = 0
          seen[at] = 1
          for (let one = next.pop(); one !== undefined; one = next.pop()) {
            pixels++
            for (const beside of [one - 1, one + 1, one - width, one + width]) {
              if (!seen[beside] && is(beside, colour)) {
                seen[beside] = 1
                next.push(beside)
              }
            }
          }
          const side = name === 'unused' ? 12 : Math.sqrt(pixels)
          const key = `${name} of ${side} px`
          found[key] = (found[key] ?? 0) + 1
        }
      }
    }
    return found
  })
}

const MARKS: Record<string, string> = {
  Seed: '1 of 4 px',
  Nursery: '2 of 6 px',
  Intermediate: '3 of 8 px',
  Petite: '4 of 10 px',
  Standard: '5 of 12 px',
  Unused: 'unused of 12 px',
}

/** Until the picture is that of the table. */
async function expectSame(page: Page) {
  await expect(table(page)).toBeVisible()
  const said = await tableOf(page)
  const marks = Object.fromEntries(Object.entries(said).map(([size, bags]) => [MARKS[size] ?? size, bags]))
  await expect.poll(() => pictureOf(page)).toEqual(marks)
  return said
}

const picture = (page: Page) => page.locator('canvas').first()

test('the picture has a mark for each bag and spot of the table, on any day, however wide; a run is chosen where it is drawn', async ({
  page,
}) => {
  await page.goto(ADDRESS)
  const now = await expectSame(page)
  const bags = (sums: Record<string, number>) =>
    Object.entries(sums).reduce((sum, [size, n]) => sum + (size === 'Unused' ? 0 : n), 0)
  await expect(
    page.getByText(new RegExp(`animals in ${bags(now)} bags on .*; ${now.Unused} of 1,340 spots are unused`)),
  ).toBeVisible()
  await picture(page).click({ position: { x: 60, y: 12 } })
  await expect(page.getByText(/ of Standard chosen$/)).toBeVisible()
  await expect(page.getByText(/^Long Island Slough, LIS-1, Flip bag/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/ of Standard chosen$/)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, ADDRESS)
  await expectSame(page)
  await picture(page).click({ position: { x: 12, y: 30 } })
  await expect(page.getByText(/ of Standard chosen$/)).toBeVisible()
  await expectNoSideScroll(page)

  await visit(page, `${ADDRESS}?date=2025-06-15`)
  await expect(table(page)).toHaveAccessibleName('Bags on 15 Jun 2025')
  const then = await expectSame(page)
  expect(then).not.toEqual(now)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectSame(page)
  await slider(page).focus()
  await page.keyboard.press('Home')
  await expect(table(page)).toHaveAccessibleName('Bags on 1 Nov 2023')
  await expectSame(page)
})

test.describe('a farm of 20,000 spots', () => {
  test.use({ as: 'root', ownTab: true })
  test.setTimeout(120_000)

  test('while the date is dragged each frame draws what changed, and no more', async ({ page, serverUrl }) => {
    const farmId = await largeFarm(serverUrl)
    // Counts what is drawn, frame by frame, from outside the app. How long it takes is measured by `make bench`.
    await page.addInitScript(() => {
      const counted = { marks: 0, frames: [] as number[], pictures: new Set<HTMLCanvasElement>() }
      Object.assign(window, { counted })
      for (const name of ['fillRect', 'strokeRect'] as const) {
        const draw = CanvasRenderingContext2D.prototype[name]
        CanvasRenderingContext2D.prototype[name] = function (...at) {
          counted.marks++
          counted.pictures.add(this.canvas)
          return draw.apply(this, at)
        }
      }
      const request = window.requestAnimationFrame
      window.requestAnimationFrame = (work) =>
        request((now) => {
          const before = counted.marks
          work(now)
          // What the frame asked for is done by then, before the browser paints.
          queueMicrotask(() => counted.frames.push(counted.marks - before))
        })
    })
    await page.goto(`/farms/${farmId}/bags`)
    await expect(page.getByText(/^One mark stands for up to 10 bags or empty spots\./)).toBeVisible()
    await expect(page.getByText(/of 20,000 spots are unused/)).toBeVisible()

    const box = await slider(page).boundingBox()
    if (!box) throw new Error('no slider')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width - 12, y)
    await page.mouse.down()
    await page.evaluate(() => {
      const { counted } = window as unknown as { counted: { frames: number[]; pictures: Set<unknown> } }
      counted.frames = []
      counted.pictures.clear()
    })
    const STEPS = 120
    for (let step = 1; step <= STEPS; step++) {
      await page.mouse.move(box.x + 12 + ((box.width - 24) * (STEPS - step)) / STEPS, y)
    }
    const { frames, pictures } = await page.evaluate(() => {
      const { counted } = window as unknown as { counted: { frames: number[]; pictures: Set<unknown> } }
      return { frames: counted.frames, pictures: counted.pictures.size }
    })
    const drawn = frames.filter((marks) => marks > 0).sort((a, b) => a - b)
    expect(drawn.length).toBeGreaterThan(10)
    // Of the pictures of 10 growing areas three at most are in sight.
    expect(pictures).toBeLessThanOrEqual(3)
    // Most steps of a drag change a few bags of each size.
    expect(drawn[Math.floor(drawn.length / 2)]).toBeLessThanOrEqual(50)
    await page.mouse.up()
    await expect(table(page)).toHaveAccessibleName('Bags on 1 Jan 2024')
  })
})
