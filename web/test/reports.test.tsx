import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Bucket, Report } from '@/api'
import { addDays } from '@/shared/lib/days'
import { farm, lease, notebook } from './data'
import { focused, renderApp } from './render'
import { savedFiles } from './saved'
import { failure, later, on, signedIn } from './server'

const REPORT = '/manage/farm-1?tab=reports&report=inventory'
const SITES = {
  segment: 'growingArea',
  series: [
    { key: 'a', label: 'Site A' },
    { key: 'b', label: 'Site B' },
    { key: 'c', label: 'Site C' },
  ],
}

const body = (calls: { body: unknown }[]) => calls.at(-1)?.body
const lines = () => screen.getAllByRole('row').map((line) => [...line.children].map((cell) => cell.textContent))

describe('REP-3 REP-14 REP-18 the inventory', () => {
  test('the table shows the exact numbers of the answer', async () => {
    signedIn('manager')
    on.inventory(notebook(SITES))
    renderApp(`${REPORT}&view=table&by=area`)
    await screen.findByRole('table')
    expect(lines()).toEqual([
      ['Month', 'Site A', 'Site B', 'Site C', 'Inventory', 'Received', 'Harvested', 'Lost'],
      ['Jun 2017', '981', '990', '847', '2,818', '3,499', '582', '99'],
      ['Nov 2017', '729', '711', '642', '2,082', '3,431', '1,107', '242'],
    ])
  })

  test('one sentence says it all, and the formula stands beside', async () => {
    signedIn('manager')
    renderApp(`${REPORT}&view=table`)
    expect(
      await screen.findByText(
        '2,082 alive on 30 Nov 2017, down 768 since 31 May 2017: 490 planted, 1,007 harvested, 192 lost, 59 fewer found than expected.',
      ),
    ).toBeTruthy()
    expect(screen.getByText(/^Inventory = received - harvested - lost, at the end of each month\./)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Living animals, end of month' })).toBeTruthy()
  })

  test('REP-3 the toggle is in the URL', async () => {
    signedIn('manager')
    const app = renderApp(REPORT)
    await app.user.click(await screen.findByRole('radio', { name: 'Table' }))
    expect(app.address()).toBe(`${REPORT}&view=table`)
    expect(await screen.findByRole('table')).toBeTruthy()
    app.history.back()
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  })

  test('REP-14 the legend of the chart is short', async () => {
    signedIn('manager')
    renderApp(REPORT)
    expect(await screen.findByText('2.1K')).toBeTruthy()
  })

  test('the file has what is shown', async () => {
    signedIn('manager')
    on.inventory(notebook(SITES))
    const saved = savedFiles()
    const app = renderApp(`${REPORT}&by=area`)
    await app.user.click(await screen.findByRole('button', { name: 'CSV' }))
    const text = await saved[0]?.file.text()
    expect(text?.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFMonth,Site A,Site B,Site C,Inventory,Received,Harvested,Lost',
      'Jun 2017,981,990,847,2818,3499,582,99',
    ])
  })
})

describe('on paper', () => {
  const printing = (event: 'beforeprint' | 'afterprint') => act(() => window.dispatchEvent(new Event(event)))
  afterEach(() => printing('afterprint'))

  test.each(['chart', 'table'])('a sheet of the %s has all the numbers, and says what was asked for', async (view) => {
    signedIn('manager')
    const days = Array.from({ length: 600 }, (_, day) => addDays('2016-01-01', day))
    const [row] = notebook().data
    on.inventory(notebook({ frequency: 'Daily', data: days.map((day) => ({ ...row, from: day, to: day }) as Bucket) }))
    renderApp(`${REPORT}&view=${view}&every=day&size=Petite`)
    await screen.findByRole('heading', { name: 'Living animals, end of day' })
    await printing('beforeprint')
    expect(screen.getAllByRole('table')).toHaveLength(1)
    expect(lines()).toHaveLength(601)
    expect(screen.getByText(/^All growing areas, .*, daily\. Size: Petite\. Printed \d/)).toBeTruthy()
    await printing('afterprint')
    expect(screen.queryByText('22 Aug 2017')).toBeNull()
  })
})

describe('REP-2 REP-11 REP-12 REP-13 the controls ask and are in the URL', () => {
  test('every control', async () => {
    signedIn('manager')
    on.farm(farm({ leases: [lease(), lease({ leaseId: 'lease-b', name: 'Site B' })] }))
    const calls = on.inventory(notebook())
    const app = renderApp(REPORT)
    await screen.findByRole('figure')
    expect(body(calls)).toMatchObject({ activeLease: 'All', dateRange: 'Last 90 days', frequency: 'Monthly' })
    const areas = within(screen.getByLabelText('Growing Areas')).getAllByRole('option')
    expect(areas.map((area) => area.textContent)).toEqual(['All', 'Site A', 'Site B'])

    await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site B')
    await app.user.click(screen.getByRole('button', { name: 'Dates Last 90 days' }))
    await app.user.click(await screen.findByRole('button', { name: 'Last 365 days' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await focused(screen.getByRole('button', { name: 'Dates Last 365 days' }))
    await app.user.selectOptions(screen.getByLabelText('Frequency'), 'Weekly')
    await app.user.selectOptions(screen.getByLabelText('Split by'), 'Equipment')
    await waitFor(() =>
      expect(body(calls)).toMatchObject({
        activeLease: 'lease-b',
        dateRange: 'Last 365 days',
        frequency: 'Weekly',
        segment: 'meshSize',
      }),
    )
    expect(app.address()).toBe(`${REPORT}&area=lease-b&dates=365&every=week&by=equipment`)
  })

  test('REP-13 filters offer only what the farm has', async () => {
    signedIn('manager')
    const calls = on.inventory(notebook())
    const app = renderApp(REPORT)
    await app.user.click(await screen.findByRole('button', { name: 'Filter' }))
    const dialog = await screen.findByRole('dialog', { name: 'Filter' })
    const groups = await within(dialog).findAllByRole('group')
    expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
      'Animal Type',
      'month',
      'Equipment',
    ])
    await app.user.click(within(dialog).getByLabelText('beach'))
    await app.user.click(within(dialog).getByLabelText('raft'))
    await app.user.click(within(dialog).getByLabelText('March'))
    await waitFor(() =>
      expect(body(calls)).toMatchObject({ activeViewBy: { meshSize: ['beach', 'raft'], month: ['3'] } }),
    )
    expect(app.address()).toContain('&equipment=beach&equipment=raft&month=3')
    await app.user.click(screen.getByRole('button', { name: 'Remove Equipment: raft' }))
    await waitFor(() => expect(body(calls)).toMatchObject({ activeViewBy: { meshSize: ['beach'], month: ['3'] } }))
    await app.user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(app.address()).toBe(REPORT)
  })

  test('REP-11 Custom asks only when both dates are set', async () => {
    signedIn('manager')
    const calls = on.inventory(notebook())
    const app = renderApp(REPORT)
    await screen.findByRole('figure')
    const before = calls.length
    await app.user.click(screen.getByRole('button', { name: 'Dates Last 90 days' }))
    const dialog = await screen.findByRole('dialog', { name: 'Dates' })
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual([
      'Last 7 Days',
      'Last 30 days',
      'Last 90 days',
      'Last 180 days',
      'Last 365 days',
      'Season to date',
      'From the first planting',
      'All time',
      'Custom',
    ])
    expect(within(dialog).getByRole('button', { pressed: true }).textContent).toBe('Last 90 days')
    await app.user.click(within(dialog).getByRole('button', { name: 'Custom' }))
    expect(screen.getByRole('button', { name: 'Dates Choose the days' })).toBeTruthy()
    expect(await within(dialog).findByText('Choose a start and an end date.')).toBeTruthy()
    await app.user.type(within(dialog).getByLabelText('From'), '2017-03-01')
    fireEvent.change(within(dialog).getByLabelText('To'), { target: { value: '2017-02-01' } })
    expect(await within(dialog).findByText('The start is after the end.')).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText('To'), { target: { value: '2999-01-01' } })
    expect(await within(dialog).findByText('Nothing later than today can be shown.')).toBeTruthy()
    expect(calls).toHaveLength(before)
    fireEvent.change(within(dialog).getByLabelText('To'), { target: { value: '' } })
    await app.user.type(within(dialog).getByLabelText('To'), '2017-11-30')
    await waitFor(() =>
      expect(body(calls)).toMatchObject({ dateRange: 'Custom', startDate: '2017-03-01', endDate: '2017-11-30' }),
    )
    expect(app.address()).toBe(`${REPORT}&dates=custom&from=2017-03-01&to=2017-11-30`)
    expect(screen.getByRole('button', { name: 'Dates 1 Mar to 30 Nov 2017' })).toBeTruthy()
  })

  test('REP-11 the calendar offers nothing later than today', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-14T20:00:00Z') })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    signedIn('manager')
    const app = renderApp(`${REPORT}&dates=custom`)
    await app.user.click(await screen.findByRole('button', { name: 'Dates Choose the days' }))
    const calendar = within(await screen.findByRole('dialog', { name: 'Dates' }))
    const tomorrow = await calendar.findByRole('button', { name: /15 October 2026/ })
    expect(tomorrow.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(calendar.getByRole('button', { name: /^\w+, 5 October 2026/ }))
    await app.user.click(calendar.getByRole('button', { name: /14 October 2026/ }))
    await waitFor(() => expect(app.address()).toBe(`${REPORT}&dates=custom&from=2026-10-05&to=2026-10-14`))
  })

  test('bad values of a link fall back', async () => {
    signedIn('manager')
    const calls = on.inventory(notebook())
    renderApp(`${REPORT}&dates=forever&every=minute&by=colour&view=hologram`)
    await screen.findByRole('figure')
    expect(body(calls)).toMatchObject({ dateRange: 'Last 90 days', frequency: 'Monthly', segment: '' })
  })
})

test('a growing area that is no longer there: said, and all are shown', async () => {
  signedIn('manager')
  const calls = on.inventory(notebook())
  const app = renderApp(`${REPORT}&area=lease-gone`)
  expect(await screen.findByText(/names a growing area that is no longer on the farm/)).toBeTruthy()
  await screen.findByRole('figure')
  expect(body(calls)).toMatchObject({ activeLease: 'All' })
  await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
  await waitFor(() => expect(app.address()).toContain('area=lease-a'))
  expect(screen.queryByText(/no longer on the farm/)).toBeNull()
})

describe('REP-16 the other states', () => {
  test('a failure is told, the page stays usable, Retry heals it', async () => {
    signedIn('manager')
    on.inventory(() => failure(500, 'The report could not be worked out.'))
    const app = renderApp(`${REPORT}&view=table`)
    expect((await screen.findByRole('alert')).textContent).toContain('The report could not be worked out.')
    expect((screen.getByLabelText('Growing Areas') as HTMLSelectElement).disabled).toBe(false)
    await app.user.click(screen.getByRole('tab', { name: 'Farm Info' }))
    expect(await screen.findByRole('region', { name: 'Leases' })).toBeTruthy()
    await app.user.click(screen.getByRole('tab', { name: 'Reports' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    on.inventory(notebook())
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('numbers stay, dimmed, while the next are worked out', async () => {
    signedIn('manager')
    const app = renderApp(`${REPORT}&view=table`)
    await screen.findByRole('table')
    const answer = later<Report>()
    on.inventory(answer.reply)
    await app.user.selectOptions(screen.getByLabelText('Frequency'), 'Yearly')
    const figure = screen.getByRole('figure')
    expect([figure.getAttribute('aria-busy'), figure.dataset.stale]).toEqual(['true', 'true'])
    expect(screen.getByText('Jun 2017')).toBeTruthy()
    answer.give(notebook({ frequency: 'Yearly' }))
    await waitFor(() => expect(screen.getByRole('figure').getAttribute('aria-busy')).toBe('false'))
    expect(screen.getByRole('heading', { name: 'Living animals, end of year' })).toBeTruthy()
  })

  test('numbers stay, dimmed and dated, when the next cannot be had', async () => {
    signedIn('manager')
    const app = renderApp(`${REPORT}&view=table`)
    await screen.findByRole('table')
    on.inventory(() => failure(503, 'The server is busy.'))
    await app.user.selectOptions(screen.getByLabelText('Frequency'), 'Yearly')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(
      /^The server is busy\. What is shown below is from \d+ \w{3} \d{4}, \d\d:\d\d P[SD]T\./,
    )
    const figure = screen.getByRole('figure')
    expect([figure.getAttribute('aria-busy'), figure.dataset.stale]).toEqual(['false', 'true'])
    expect(screen.getByText('Jun 2017')).toBeTruthy()
    on.inventory(notebook({ frequency: 'Yearly' }))
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Living animals, end of year' })).toBeTruthy()
    expect(screen.getByRole('figure').dataset.stale).toBe('false')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('numbers that are there already need no answer', async () => {
    signedIn('manager')
    const app = renderApp(`${REPORT}&view=table`)
    await screen.findByRole('table')
    on.inventory(() => Response.error())
    await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
    expect((await screen.findByRole('alert')).textContent).toContain('The server could not be reached.')
    await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'All')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByText('Jun 2017')).toBeTruthy()
    expect(screen.getByRole('figure').dataset.stale).toBe('false')
  })

  test('no animals: says so and offers the next step', async () => {
    signedIn('manager')
    on.inventory(notebook({ data: [] }))
    const app = renderApp(`${REPORT}&dates=7`)
    expect(await screen.findByText('No animals were on the farm in these dates.')).toBeTruthy()
    await app.user.click(await screen.findByRole('button', { name: 'All time' }))
    expect(app.address()).toBe(`${REPORT}&dates=all`)
  })

  test('nothing as known on a day: names the day and leads to all that is known now', async () => {
    signedIn('manager')
    on.inventory(notebook({ data: [] }))
    const app = renderApp(`${REPORT}&known=2017-02-15`)
    expect(await screen.findByText('Nothing of this was recorded by 15 Feb 2017.')).toBeTruthy()
    await app.user.click(await screen.findByRole('button', { name: 'All that is known now' }))
    expect(app.address()).toBe(REPORT)
  })

  test('no animals for these filters: takes them off', async () => {
    signedIn('manager')
    on.inventory(notebook({ data: [] }))
    const app = renderApp(`${REPORT}&equipment=raft&area=lease-a`)
    await app.user.click(await screen.findByRole('button', { name: 'Clear the filters' }))
    expect(app.address()).toBe(REPORT)
  })
})
