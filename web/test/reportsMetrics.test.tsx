import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Bucket, Report } from '@/api'
import { farm, lease, notebook } from './data'
import { renderApp } from './render'
import { savedFiles } from './saved'
import { on, signedIn } from './server'

const REPORT = '/manage/farm-1?tab=reports'
const INVENTORY = `${REPORT}&report=inventory`

const body = (calls: { body: unknown }[]) => calls.at(-1)?.body
const lines = () => screen.getAllByRole('row').map((line) => [...line.children].map((cell) => cell.textContent))
const series = (...labels: string[]) => labels.map((label) => ({ key: label, label }))

/** The notebook's two months with the numbers of another metric. */
function answer(part: Partial<Report>, june: Partial<Bucket>, november: Partial<Bucket>): Report {
  const whole = notebook(part)
  return { ...whole, data: whole.data.map((row, index) => ({ ...row, ...(index === 0 ? june : november) })) }
}

const YIELD = answer(
  {
    metric: 'Yield',
    unit: 'percent',
    graphType: 'share',
    segment: 'All Count Types',
    series: series('Shell Stock', 'Harvested', 'Lost'),
  },
  { values: [80.5373, 16.6333, 2.8294] },
  { values: [60.682, 32.2646, 7.0533] },
)

const SIZES = answer({ metric: 'Average Size', unit: 'mm', opening: undefined }, { value: null }, { value: 62.4758 })

describe('REP-1 the navigation', () => {
  test('the reports, and how each is called in the URL', async () => {
    signedIn('manager')
    on.inventory(YIELD)
    const app = renderApp(INVENTORY)
    const nav = await screen.findByRole('tablist', { name: 'Reports' })
    expect(
      within(nav)
        .getAllByRole('tab')
        .map((button) => button.textContent),
    ).toEqual([
      'Snapshot',
      'Inventory',
      'Equipment',
      'Yield',
      'Harvest',
      'Average Size',
      'Compare',
      'Exports',
      'Mortality',
    ])
    expect(within(nav).getByRole('tab', { selected: true }).textContent).toBe('Inventory')
    await app.user.click(within(nav).getByRole('tab', { name: 'Yield' }))
    expect(app.address()).toBe(`${REPORT}&report=yield`)
    expect(await screen.findByRole('heading', { name: 'Yield, end of month' })).toBeTruthy()
  })

  test('REP-2 REP-15 another report keeps the growing area and begins with its own graph type', async () => {
    signedIn('manager')
    on.farm(farm({ leases: [lease(), lease({ leaseId: 'lease-b', name: 'Site B' })] }))
    const calls = on.inventory(YIELD)
    const app = renderApp(`${REPORT}&report=yield&area=lease-b&dates=30`)
    await app.user.click(await screen.findByRole('radio', { name: 'Count' }))
    await waitFor(() => expect(body(calls)).toMatchObject({ graphType: 'count', activeLease: 'lease-b' }))
    await app.user.click(screen.getByRole('tab', { name: 'Harvest' }))
    const harvest = { metric: 'Harvest', activeLease: 'lease-b', dateRange: 'Last 30 days' }
    await waitFor(() => expect(body(calls)).toMatchObject(harvest))
    expect(app.address()).toBe(`${REPORT}&report=harvest&area=lease-b&dates=30`)
    await app.user.click(screen.getByRole('tab', { name: 'Yield' }))
    await waitFor(() => expect((screen.getByRole('radio', { name: 'Share' }) as HTMLInputElement).checked).toBe(true))
    expect(app.address()).toBe(`${REPORT}&report=yield&area=lease-b&dates=30`)
    app.history.back()
    expect(await screen.findByRole('tabpanel', { name: 'Harvest' })).toBeTruthy()
  })
})

describe('REP-5 inventory', () => {
  test('Over Time and Snapshot', async () => {
    signedIn('manager')
    const calls = on.inventory(notebook())
    const app = renderApp(`${INVENTORY}&by=area`)
    await screen.findByRole('figure')
    const { data } = notebook()
    on.inventory(
      notebook({ segment: 'growingArea', series: series('Site A', 'Site B', 'Site C'), data: data.slice(-1) }),
    )
    await app.user.click(screen.getByRole('radio', { name: 'Snapshot' }))
    expect(app.address()).toBe(`${INVENTORY}&by=area&mode=snapshot`)
    const parts = await screen.findByRole('list', { name: 'Living animals today' })
    expect(
      within(parts)
        .getAllByRole('listitem')
        .map((part) => part.textContent),
    ).toEqual(['Site A729', 'Site B711', 'Site C642'])
    expect(screen.queryByRole('button', { name: /^Dates/ })).toBeNull()
    expect(screen.queryByLabelText('Frequency')).toBeNull()
    await app.user.click(screen.getByRole('radio', { name: 'Table' }))
    expect(lines()).toEqual([
      ['Growing Area', 'Inventory'],
      ['Site A', '729'],
      ['Site B', '711'],
      ['Site C', '642'],
    ])
    expect(calls).toHaveLength(1)
    app.history.back()
    app.history.back()
    expect(await screen.findByRole('button', { name: /^Dates/ })).toBeTruthy()
    expect(app.address()).toBe(`${INVENTORY}&by=area`)
  })

  test('the snapshot of an undivided farm is one number', async () => {
    signedIn('manager')
    const calls = on.inventory(notebook({ data: notebook().data.slice(-1) }))
    renderApp(`${INVENTORY}&mode=snapshot`)
    expect(await screen.findByText('2,082')).toBeTruthy()
    expect(body(calls)).toMatchObject({ dateRange: 'Snapshot', graphType: 'count' })
    expect(screen.queryByRole('radio', { name: 'Share' })).toBeNull()
  })

  test('REP-18 shares only of parts', async () => {
    signedIn('manager')
    const calls = on.inventory(notebook())
    const app = renderApp(INVENTORY)
    await screen.findByRole('figure')
    expect(screen.queryByRole('radio', { name: 'Share' })).toBeNull()
    await app.user.selectOptions(screen.getByLabelText('Split by'), 'Growing Area')
    await app.user.click(await screen.findByRole('radio', { name: 'Share' }))
    await waitFor(() => expect(body(calls)).toMatchObject({ segment: 'growingArea', graphType: 'share' }))
    expect(app.address()).toBe(`${INVENTORY}&by=area&graph=share`)
  })
})

describe('REP-6 yield', () => {
  test('shares first, in a table with two decimals', async () => {
    signedIn('manager')
    const calls = on.inventory(YIELD)
    renderApp(`${REPORT}&report=yield&view=table`)
    await screen.findByRole('table')
    expect(body(calls)).toMatchObject({ metric: 'Yield', segment: 'All Count Types', graphType: 'share' })
    expect(lines()).toEqual([
      ['Month', 'Shell Stock', 'Harvested', 'Lost', 'Received', 'Missing'],
      ['Jun 2017', '80.54%', '16.63%', '2.83%', '3,499', '0'],
      ['Nov 2017', '60.68%', '32.26%', '7.05%', '3,431', '59'],
    ])
    expect(screen.getByText(/^Yield is 92\.95%: of 3,431 received by 30 Nov 2017/)).toBeTruthy()
  })

  test('count types and counts are asked for and in the URL', async () => {
    signedIn('manager')
    const calls = on.inventory(YIELD)
    const app = renderApp(`${REPORT}&report=yield`)
    const types = await screen.findByLabelText('Count Type')
    expect(
      within(types)
        .getAllByRole('option')
        .map((type) => type.textContent),
    ).toEqual(['All Count Types', 'Shell Stock', 'Harvested', 'Lost', 'By Size'])
    expect(screen.queryByLabelText('Split by')).toBeNull()
    await app.user.selectOptions(types, 'By Size')
    await app.user.click(await screen.findByRole('radio', { name: 'Count' }))
    await waitFor(() => expect(body(calls)).toMatchObject({ segment: 'By Size', graphType: 'count' }))
    expect(app.address()).toBe(`${REPORT}&report=yield&count=size&graph=count`)
  })
})

describe('REP-7 harvest', () => {
  const harvest = (june: number, november: number) =>
    answer({ metric: 'Harvest' }, { harvest: june, value: june }, { harvest: november, value: november })

  test('what happened in each bucket, and what came together', async () => {
    signedIn('manager')
    on.inventory(harvest(290, 238))
    renderApp(`${REPORT}&report=harvest&view=table`)
    await screen.findByRole('table')
    expect(lines()).toEqual([
      ['Month', 'Harvest', 'Harvested so far'],
      ['Jun 2017', '290', '582'],
      ['Nov 2017', '238', '1,107'],
    ])
    expect(screen.getByText('528 harvested from 1 Jun to 30 Nov 2017, the most in Jun 2017: 290.')).toBeTruthy()
  })

  test('no harvest: says so and offers a longer time', async () => {
    signedIn('manager')
    on.inventory(harvest(0, 0))
    const app = renderApp(`${REPORT}&report=harvest`)
    expect(await screen.findByText('Nothing was harvested in these dates.')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'All time' }))
    expect(app.address()).toBe(`${REPORT}&report=harvest&dates=all`)
  })
})

describe('REP-8 average size', () => {
  test('one decimal in the table, two in words, a gap where nothing was measured', async () => {
    signedIn('manager')
    on.inventory(SIZES)
    renderApp(`${REPORT}&report=size&view=table`)
    await screen.findByRole('table')
    expect(lines()).toEqual([
      ['Month', 'Average Size', 'Inventory'],
      ['Jun 2017', '–', '2,818'],
      ['Nov 2017', '62.5', '2,082'],
    ])
    expect(screen.getByText('62.48 mm on average on 30 Nov 2017.')).toBeTruthy()
  })

  test('the legend has two decimals', async () => {
    signedIn('manager')
    on.inventory(SIZES)
    renderApp(`${REPORT}&report=size`)
    expect(await screen.findByText('62.48 mm')).toBeTruthy()
  })

  test.each([
    [0, 'No animals were alive in these dates.'],
    [40, 'None of the animals alive in these dates were measured.'],
  ])('no size while %d animals live', async (inventory, words) => {
    signedIn('manager')
    const row = { value: null, inventory }
    on.inventory(answer({ metric: 'Average Size', unit: 'mm' }, row, row))
    renderApp(`${REPORT}&report=size`)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

test('the file says the units that its numbers leave out', async () => {
  signedIn('manager')
  on.inventory(SIZES)
  const saved = savedFiles()
  const app = renderApp(`${REPORT}&report=size&view=table`)
  await app.user.click(await screen.findByRole('button', { name: 'CSV' }))
  expect(saved[0]?.name).toBe('salish-sea-test-beds-average-size-2017-06-01-2017-11-30.csv')
  expect((await saved[0]?.file.text())?.split('\r\n')).toEqual([
    '\uFEFFMonth,Average Size (mm),Inventory',
    'Jun 2017,,2818',
    'Nov 2017,62.48,2082',
    '',
  ])
})

describe('REP-4 Export', () => {
  test.each(['inventory', 'yield', 'harvest', 'size'])('of %s', async (report) => {
    signedIn('manager')
    const app = renderApp(`${REPORT}&report=${report}`)
    await app.user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  test('not of Compare', async () => {
    signedIn('manager')
    renderApp(`${REPORT}&report=compare`)
    await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })
})

test('how it is worked out is told on request', async () => {
  signedIn('manager')
  on.inventory(YIELD)
  const app = renderApp(`${REPORT}&report=yield&view=table`)
  const question = await screen.findByText('How this is worked out')
  const details = question.closest('details') as HTMLDetailsElement
  expect(details.textContent).toContain('Shell stock + harvested + lost = 100% of received, at the end of each month.')
  expect(details.open).toBe(false)
  await app.user.click(question)
  expect(details.open).toBe(true)
  expect(details.textContent).toContain('Shell stock is what is alive.')
})
