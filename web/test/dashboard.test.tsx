import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { DashboardReport } from '@/api'
import { farm, lease, notebook, square } from './data'
import { focused, renderApp } from './render'
import { failure, on, signedIn } from './server'

/** The dashboard is what the reports begin with. */
const SNAPSHOT = '/manage/farm-1?tab=reports'

const FOUR = [
  square(),
  square({ metric: 'Average Size', count: null, size: 62.4849, previous: 53.3849 }),
  square({
    metric: 'Equipment',
    dateRange: 'Last 90 days',
    label: 'Containers in use',
    count: null,
    total: 12,
    unused: 3,
    previous: null,
  }),
  square({
    metric: 'Harvest',
    dateRange: 'Last 90 days',
    count: 1107,
    previous: 1258,
    previousFrom: '2026-05-26',
    activeViewBy: { meshSize: ['beach', 'raft'] },
    data: [
      { from: '2017-09-01', to: '2017-09-30', value: 525 },
      { from: '2017-10-01', to: '2017-10-31', value: 582 },
    ],
  }),
]

const stored = (calls: { body: unknown }[]) =>
  (calls.at(-1)?.body as { dashboardReports: DashboardReport[] } | undefined)?.dashboardReports
const edited = (name: string | RegExp) => screen.getByRole('group', { name })
const order = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))

async function editing(squares = FOUR) {
  signedIn('manager')
  const asked = on.dashboard(squares)
  const saves = on.saveDashboard([])
  const app = renderApp(SNAPSHOT)
  await screen.findByRole('list', { name: 'Snapshot' })
  await app.user.click(screen.getByRole('button', { name: 'Edit' }))
  await screen.findByRole('form', { name: 'Dashboard' })
  return { ...app, asked, saves }
}

describe('DASH-1 the squares', () => {
  test('a square that cannot be worked out says so alone', async () => {
    signedIn('manager')
    const problem = 'A square cannot show "Profit".'
    on.dashboard([square(), square({ metric: 'Profit', count: null, previous: null, data: null, problem })])
    renderApp(SNAPSHOT)
    const [first, second] = within(await screen.findByRole('list', { name: 'Snapshot' })).getAllByRole('listitem')
    expect(first?.textContent).toContain('2.1K')
    expect(second?.textContent).toContain(problem)
    expect(second?.textContent).not.toContain('–')
  })

  test('a count, a size, a container total and a line, in one question', async () => {
    signedIn('manager')
    const asked = on.dashboard(FOUR)
    renderApp(SNAPSHOT)
    const squares = within(await screen.findByRole('list', { name: 'Snapshot' })).getAllByRole('listitem')
    expect(squares.map((one) => within(one).getByRole('heading').textContent)).toEqual([
      'Inventory, Snapshot',
      'Average Size, Snapshot',
      'Containers in Use',
      'Harvest, Last 90 daysbeach or raft',
    ])
    const texts = squares.map((one) => one.textContent)
    expect(texts[0]).toContain('2.1K')
    expect(texts[0]).toContain('12% fewer than on 23 Aug 2026')
    expect(texts[1]).toContain('62.48 mm')
    expect(texts[1]).toContain('9.1 mm larger than on 23 Aug 2026')
    expect(texts[2]).toContain('3 spots are unused')
    expect(texts[3]).toContain('12% fewer than from 26 May to 23 Aug 2026')
    expect(screen.getAllByRole('img')).toHaveLength(1)
    expect(screen.getByRole('img', { name: /^Harvest, monthly: 525 on 30 Sep 2017, 582 on 31 Oct 2017/ })).toBeTruthy()
    expect(asked.map(({ body }) => body)).toEqual([{ activeLease: 'All' }])
  })

  test('FIG-1 a number opens to the entries that make it, but what is not known', async () => {
    signedIn('manager')
    on.dashboard([...FOUR, square({ metric: 'Average Size', count: null, size: null, previous: null })])
    const asked = on.explain({
      value: 1107,
      unit: 'animals',
      from: '2017-08-24',
      to: '2017-11-21',
      formula: 'Harvest = harvested.',
      total: 0,
      sum: 1107,
      over: null,
      entries: [],
      next: 0,
    })
    const { user } = renderApp(`${SNAPSHOT}&area=lease-a`)
    const squares = within(await screen.findByRole('list', { name: 'Snapshot' })).getAllByRole('listitem')
    expect(squares.map((one) => within(one).queryAllByRole('button').length)).toEqual([1, 1, 1, 1, 0])
    await user.click(screen.getByRole('button', { name: '1,107' }))
    expect(await screen.findByText('1,107 animals, the sum of all entries.')).toBeTruthy()
    expect(asked.at(-1)?.body).toMatchObject({
      metric: 'Harvest',
      dateRange: 'Last 90 days',
      activeViewBy: { meshSize: ['beach', 'raft'] },
      activeLease: 'lease-a',
      range: true,
    })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: '12' }))
    expect(await screen.findByRole('dialog', { name: 'Containers in use' })).toBeTruthy()
    expect(asked.at(-1)?.body).toMatchObject({ metric: 'Equipment', activeLease: 'lease-a', range: true })
  })

  test('REP-1 it stands first', async () => {
    signedIn('manager')
    on.dashboard(FOUR)
    renderApp(SNAPSHOT)
    const nav = await screen.findByRole('tablist', { name: 'Reports' })
    const first = within(nav).getAllByRole('tab')[0]
    expect(first?.textContent).toBe('Snapshot')
    expect(first?.getAttribute('aria-selected')).toBe('true')
  })

  test('REP-2 a growing area narrows all squares', async () => {
    signedIn('manager')
    on.farm(farm({ leases: [lease(), lease({ leaseId: 'lease-b', name: 'Site B' })] }))
    const asked = on.dashboard(FOUR)
    const app = renderApp(SNAPSHOT)
    await app.user.selectOptions(await screen.findByLabelText('Growing Areas'), 'Site B')
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ activeLease: 'lease-b' }))
    expect(app.address()).toBe(`${SNAPSHOT}&area=lease-b`)
  })

  test('REP-16 a failure is told, and Retry heals it', async () => {
    signedIn('manager')
    on.dashboard(() => failure(500, 'The squares could not be worked out.'))
    const app = renderApp(SNAPSHOT)
    expect((await screen.findByRole('alert')).textContent).toContain('The squares could not be worked out.')
    on.dashboard(FOUR)
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('list', { name: 'Snapshot' })).toBeTruthy()
  })

  test('a farm without animals is told so', async () => {
    signedIn('manager')
    on.dashboard([square({ count: 0, previous: 0 }), square({ metric: 'Average Size', count: null, previous: null })])
    renderApp(SNAPSHOT)
    expect(await screen.findByText('No animals on the farm.')).toBeTruthy()
  })

  test('a dashboard without squares offers the first', async () => {
    signedIn('manager')
    on.dashboard([])
    const app = renderApp(SNAPSHOT)
    await app.user.click(await screen.findByRole('button', { name: 'Add report +' }))
    await screen.findByRole('form', { name: 'Dashboard' })
    expect(order()).toEqual(['Square 1: Inventory, Snapshot'])
  })
})

describe('DASH-2 DASH-3 edit mode', () => {
  test('every square can be changed; Save stores them and leaves', async () => {
    const app = await editing()
    const harvest = edited('Square 4: Harvest, Last 90 days')
    await app.user.selectOptions(within(harvest).getByLabelText('Span'), 'weekly')
    await app.user.selectOptions(within(harvest).getByLabelText('Dates'), 'Last 365 days')
    const inventory = edited('Square 1: Inventory, Snapshot')
    const filter = within(inventory).getByRole('button', { name: 'Filter none' })
    await waitFor(() => expect(filter).toHaveProperty('disabled', false))
    await app.user.click(filter)
    await app.user.click(within(await screen.findByRole('dialog', { name: 'Filter' })).getByLabelText('raft'))
    await app.user.keyboard('{Escape}')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('list', { name: 'Snapshot' })
    expect(stored(app.saves)).toEqual([
      { metric: 'Inventory', dateRange: 'Snapshot', span: 'monthly', activeViewBy: { meshSize: ['raft'] } },
      { metric: 'Average Size', dateRange: 'Snapshot', span: 'monthly', activeViewBy: {} },
      { metric: 'Equipment', dateRange: 'Last 90 days', span: 'monthly', activeViewBy: {} },
      {
        metric: 'Harvest',
        dateRange: 'Last 365 days',
        span: 'weekly',
        activeViewBy: { meshSize: ['beach', 'raft'] },
      },
    ])
    expect(app.asked).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy()
  })

  test('DASH-2 each square shows its number and line as they are chosen now', async () => {
    const app = await editing()
    const reports = on.inventory(notebook())
    const first = () => within(screen.getAllByRole('group')[0] as HTMLElement)
    expect(first().getByText('2,082')).toBeTruthy()
    expect(within(edited(/^Square 4/)).getByRole('img', { name: /^Harvest, monthly: 525 on/ })).toBeTruthy()
    expect(reports).toHaveLength(0)

    await app.user.selectOptions(first().getByLabelText('Dates'), 'Last 180 days')
    expect(
      await first().findByRole('img', { name: /^Inventory, monthly: 2,818 on 30 Jun 2017, 2,082 on/ }),
    ).toBeTruthy()
    expect(reports.at(-1)?.body).toMatchObject({ metric: 'Inventory', dateRange: 'Last 180 days', activeLease: 'All' })

    on.inventory(notebook({ metric: 'Harvest' }))
    await app.user.selectOptions(first().getByLabelText('Metric'), 'Harvest')
    expect(await first().findByText('1,689')).toBeTruthy()

    on.equipment({ total: 12, unused: 3, chartData: { beach: 12 } })
    await app.user.selectOptions(within(edited(/^Square 3/)).getByLabelText('Metric'), 'Inventory')
    await app.user.selectOptions(first().getByLabelText('Metric'), 'Equipment')
    expect(await first().findAllByText('12')).toHaveLength(2)
    await app.user.click(first().getByRole('button', { name: 'Filter none' }))
    await app.user.click(within(await screen.findByRole('dialog', { name: 'Filter' })).getByLabelText('raft'))
    expect(first().getByText('Counted when you save.')).toBeTruthy()
  })

  test('DASH-2 a square that cannot be worked out says why', async () => {
    const app = await editing()
    on.inventory(() => failure(500, 'The report could not be worked out.'))
    await app.user.selectOptions(within(edited(/^Square 4/)).getByLabelText('Span'), 'daily')
    expect(await within(edited(/^Square 4/)).findByText('The report could not be worked out.')).toBeTruthy()
  })

  test('DASH-4 Snapshot is offered only where it means something', async () => {
    const app = await editing()
    const first = () => screen.getAllByRole('group')[0] as HTMLElement
    const dates = () => within(first()).getByLabelText('Dates') as HTMLSelectElement
    expect(dates().value).toBe('Snapshot')
    expect(within(first()).queryByLabelText('Span')).toBeNull()
    await app.user.selectOptions(within(first()).getByLabelText('Metric'), 'Average Size')
    expect(dates().value).toBe('Snapshot')
    await app.user.selectOptions(within(first()).getByLabelText('Metric'), 'Harvest')
    expect(dates().value).toBe('Last 90 days')
    expect([...dates().options].map(({ value }) => value)).not.toContain('Snapshot')
    expect(within(first()).getByLabelText('Span')).toBeTruthy()
    await app.user.selectOptions(within(first()).getByLabelText('Metric'), 'Equipment')
    expect(within(first()).queryByLabelText('Dates')).toBeNull()
  })

  test("'Add report +' is hidden at six, and the focus goes to the new square", async () => {
    const app = await editing()
    await app.user.click(screen.getByRole('button', { name: 'Add report +' }))
    await focused(within(edited(/^Square 5/)).getByLabelText('Metric'))
    await app.user.click(screen.getByRole('button', { name: 'Add report +' }))
    expect(screen.getAllByRole('group')).toHaveLength(6)
    expect(screen.queryByRole('button', { name: 'Add report +' })).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Remove Harvest, Last 90 days' }))
    expect(screen.getByRole('button', { name: 'Add report +' })).toBeTruthy()
  })

  test('removing goes on with the next square, and at last with adding', async () => {
    const app = await editing(FOUR.slice(0, 2))
    await app.user.click(screen.getByRole('button', { name: 'Remove Inventory, Snapshot' }))
    const last = screen.getByRole('button', { name: 'Remove Average Size, Snapshot' })
    await focused(last)
    await app.user.click(last)
    await focused(screen.getByRole('button', { name: 'Add report +' }))
    expect(screen.getByText('Average Size, Snapshot is removed.')).toBeTruthy()
  })

  test('squares are moved by their arrows, which keep the focus and say the place', async () => {
    const app = await editing()
    const later = screen.getByRole('button', { name: 'Move Inventory, Snapshot later' })
    later.focus()
    await app.user.keyboard('{Enter}{Enter}')
    expect(order()).toEqual([
      'Square 1: Average Size, Snapshot',
      'Square 2: Containers in Use',
      'Square 3: Inventory, Snapshot',
      'Square 4: Harvest, Last 90 days',
    ])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Inventory, Snapshot later')
    expect(screen.getByText('Inventory, Snapshot is now 3 of 4.')).toBeTruthy()
    await app.user.keyboard('{Enter}{Enter}')
    expect(order()[3]).toBe('Square 4: Inventory, Snapshot')
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(stored(app.saves)?.map(({ metric }) => metric)).toEqual([
        'Average Size',
        'Equipment',
        'Harvest',
        'Inventory',
      ]),
    )
  })

  test('DASH-5 a refusal of the server is shown, and nothing is lost', async () => {
    const app = await editing()
    on.saveDashboard(() => failure(400, 'A dashboard has at most 6 squares.'))
    await app.user.selectOptions(within(edited(/^Square 4/)).getByLabelText('Span'), 'daily')
    const moved = vi.spyOn(Element.prototype, 'scrollIntoView')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('A dashboard has at most 6 squares.')
    expect((moved.mock.contexts[0] as Element).textContent).toContain('A dashboard has at most 6 squares.')
    expect((within(edited(/^Square 4/)).getByLabelText('Span') as HTMLSelectElement).value).toBe('daily')
  })

  test('Cancel asks, and forgets the changes', async () => {
    const app = await editing()
    await app.user.click(screen.getByRole('button', { name: 'Remove Inventory, Snapshot' }))
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(within(screen.getByRole('list', { name: 'Snapshot' })).getAllByRole('listitem')).toHaveLength(4)
    expect(app.saves).toHaveLength(0)
  })
})

test('what was chosen is there again after a reload, in edit mode', async () => {
  const before = await editing()
  await before.user.click(screen.getByRole('button', { name: 'Remove Inventory, Snapshot' }))
  cleanup()
  const app = renderApp(SNAPSHOT)
  expect(await screen.findByText(/^What you typed is back/)).toBeTruthy()
  expect(order()).toHaveLength(3)
  await app.user.click(screen.getByRole('button', { name: 'Start over' }))
  expect(order()).toHaveLength(4)
})

describe('REP-15 leaving the report', () => {
  const goTo = (name: string) => within(screen.getByRole('tablist', { name: 'Reports' })).getByRole('tab', { name })

  test('ends edit mode', async () => {
    on.schedules({ data: [] })
    on.exports({ data: [] })
    const app = await editing()
    await app.user.click(goTo('Exports'))
    expect(await screen.findByText('Nothing has been exported yet.')).toBeTruthy()
    await app.user.click(goTo('Snapshot'))
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('asks before changes are lost', async () => {
    on.schedules({ data: [] })
    on.exports({ data: [] })
    const app = await editing()
    await app.user.click(screen.getByRole('button', { name: 'Remove Inventory, Snapshot' }))
    await app.user.click(goTo('Exports'))
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await app.user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
    expect(order()).toHaveLength(3)

    await app.user.click(goTo('Exports'))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(await screen.findByText('Nothing has been exported yet.')).toBeTruthy()
  })

  test('another growing area is no leaving', async () => {
    const app = await editing()
    await app.user.click(screen.getByRole('button', { name: 'Remove Inventory, Snapshot' }))
    await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
    await waitFor(() => expect(app.asked.at(-1)?.body).toEqual({ activeLease: 'lease-a' }))
    expect(order()).toHaveLength(3)
  })
})
