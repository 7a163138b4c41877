import type { Page } from '@playwright/test'
import { largeFarm } from '../e2e/largeFarm'
import { expect, test } from '../e2e/test'

// The date of a farm of 20,000 spots is dragged through a year. A frame's work is all that the page's thread does
// for it, from the pointer to the picture handed over: events, React, canvas, style, layout and paint. It is
// counted in time of the processor. What else the machine does makes that dearer too (its caches), so a bare slider on
// an empty page is dragged beside it: below what that takes no page comes.

test.use({ as: 'root', alone: import.meta.url })
test.setTimeout(300_000)

const CPU = 4
const STEPS = 240
const RUNS = 3

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Of the processor. */
  tdur?: number
}

/** How much the tasks took in which a frame was made, in ms. */
function framesOf(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const begun = traceEvents.filter(({ name }) => name === 'FireAnimationFrame')
  const tasks = traceEvents.filter(({ name, ph }) => ph === 'X' && /RunTask$/.test(name))
  const inTask = ({ pid, tid, ts }: TraceEvent) =>
    tasks.find((task) => task.pid === pid && task.tid === tid && task.ts <= ts && ts <= task.ts + (task.dur ?? 0))
  return [...new Set(begun.flatMap((one) => inTask(one) ?? []))].map(({ tdur = Number.NaN }) => tdur / 1000)
}

const BARE = `<label>Date <input type="range" max="365" value="365" style="width: 1100px"></label><output>0</output>
<script>
  const [input, output] = document.querySelectorAll('input, output')
  input.oninput = () => requestAnimationFrame(() => (output.value = input.value))
</script>`

async function drag(page: Page, steps: number) {
  const slider = page.getByRole('slider', { name: 'Date' })
  const box = await slider.boundingBox()
  if (!box) throw new Error('no slider')
  const y = box.y + box.height / 2
  const x = (step: number) => box.x + 12 + ((box.width - 24) * (steps - step)) / steps
  await page.mouse.move(x(0), y)
  await page.mouse.down()
  for (let step = 1; step <= steps; step++) await page.mouse.move(x(step), y)
  await page.mouse.up()
  await slider.press('End')
}

test('the farm, bag by bag: dragging the date', async ({ page, serverUrl }) => {
  const farmId = await largeFarm(serverUrl)
  await page.goto(`/farms/${farmId}/bags`)
  await expect(page.getByText(/of 20,000 spots are unused/)).toBeVisible()
  const bare = await page.context().newPage()
  await bare.setContent(BARE)
  for (const one of [bare, page]) {
    await one.bringToFront()
    await drag(one, STEPS) // warm
  }
  console.log(
    `20,000 spots in 10 growing areas, CPU ${CPU}x, ${STEPS} steps of a drag through a year. Milliseconds of work a frame.\n`,
  )
  console.log('frames  median    p95  longest  above 16.7')
  for (let run = 0; run < RUNS; run++) {
    console.log(`${await measured(page)}  the farm`)
    console.log(`${await measured(bare)}  a bare slider`)
  }
})

/** One drag. */
async function measured(page: Page): Promise<string> {
  const browser = page.context().browser()
  const cdp = await page.context().newCDPSession(page)
  await page.bringToFront()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  await browser?.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await drag(page, STEPS)
  const ms = framesOf((await browser?.stopTracing()) ?? Buffer.from('{}')).sort((a, b) => a - b)
  await cdp.detach() // A page that is slowed down takes its share of the machine.
  const at = (share: number) => (ms[Math.floor((ms.length - 1) * share)] ?? Number.NaN).toFixed(1)
  const late = ms.filter((one) => one > 1000 / 60).length
  return [
    `${ms.length}`.padStart(6),
    at(0.5).padStart(6),
    at(0.95).padStart(6),
    at(1).padStart(8),
    `${late}`.padStart(11),
  ].join(' ')
}
