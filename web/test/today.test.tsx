import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FarmPage, Glance, Need, Today } from '@/api'
import { noted } from './book'
import { farm, page, row, square, todayOf } from './data'
import { renderApp } from './render'
import { failure, later, on, signedIn } from './server'

const NEEDS: Need[] = [
  {
    kind: 'recall',
    recall: {
      _id: 'r',
      party: 'State of Maine',
      date: 0,
      tags: 2,
      tag: 't1',
      harvestDate: '2026-11-09',
      harvestLocation: 'North',
      species: 'oysters',
      leaseIds: [],
    },
  },
  {
    kind: 'lease',
    lease: { leaseId: 'lease-a', name: 'Site A', dateOfExpiration: '2026-12-14', days: 23, animals: 40 },
  },
  { kind: 'certificate', certificate: { certId: 'c', cert: 'BC-7', dateOfExpiration: '2026-12-01', days: 10 } },
  {
    kind: 'paper',
    paper: { paperType: 'mobile', problem: 'stopped', reason: '', left: 20, refillAt: 30, perWeek: 0 },
  },
  {
    kind: 'invoice',
    invoice: { invoice: 'i1', number: 'M-1', title: 'Rolls', total: 900, dueOn: '2026-12-20', days: 29, failed: false },
  },
]

const card = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the first page of a farm', () => {
  test.each([
    ['manager', '/manage/farm-1', ['/tag/t1', '?tab=info#lease-lease-a', '?tab=info', '?tab=tagging', '/i1']],
    ['admin', '/farms/farm-1', ['/tag/t1', '?tab=info#lease-lease-a', '?tab=info', '?tab=tagging', '/invoices/i1']],
  ] as const)('%s: what needs somebody, each with its way there', async (who, address, ends) => {
    signedIn(who)
    on.today(todayOf({ needs: NEEDS, needsInAll: 7 }))
    on.dashboard([square()])
    renderApp(address)
    await screen.findByText('7 things')
    const needs = await card('Needs you')
    const rows = needs.getAllByRole('listitem')
    expect(rows).toHaveLength(5)
    expect(rows[1]?.textContent).toContain('The lease of Site A ends in 23 days. 40 animals live there.')
    const to = needs.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(to).toEqual(ends.map((end) => (end.startsWith('/tag') ? end : address + end)))
    expect(needs.getByText('7 things')).toBeTruthy()
    expect(needs.getByText('And 2 more after these.')).toBeTruthy()
  })

  test('the farm in a sentence, its squares, what was recorded last, and its growing areas', async () => {
    signedIn('manager')
    on.dashboard([square(), square({ metric: 'Harvest', dateRange: 'Last 90 days' })])
    renderApp('/manage/farm-1')
    expect(
      await screen.findByText('1,150 animals live here, 150 more than on 23 August: 200 planted and 50 lost.'),
    ).toBeTruthy()
    expect((await card('Needs you')).getByText(/^Nothing right now/)).toBeTruthy()
    const squares = within(await screen.findByRole('list', { name: 'Snapshot' }))
    expect(squares.getByRole('link', { name: 'Harvest, Last 90 days' }).getAttribute('href')).toBe(
      '/manage/farm-1?tab=reports&report=harvest',
    )
    expect((await card('Last entries')).getAllByRole('listitem')).toHaveLength(1)
    const areas = await card('Growing areas')
    expect(areas.getByRole('img', { name: '1,000 Petite, 150 Seed' })).toBeTruthy()
    expect(areas.getByText('12 of 20 spots in use')).toBeTruthy()
    expect(areas.getByText('8 unused')).toBeTruthy()
  })

  test('the fullest growing areas by number, each a way to how it came about, the others further down', async () => {
    signedIn('manager')
    on.dashboard([square()])
    const areas = Array.from({ length: 8 }, (_, index) => ({
      ...(todayOf().areas[0] as Today['areas'][number]),
      leaseId: `lease-${index}`,
      name: `Site ${index}`,
      animals: (index + 1) * 1000,
    }))
    on.today(todayOf({ areas }))
    renderApp('/manage/farm-1')
    const counts = within(await screen.findByRole('list', { name: 'Animals by growing area' })).getAllByRole('link')
    expect(counts.map((link) => link.textContent)).toEqual([7, 6, 5, 4, 3, 2].map((n) => `Site ${n} ${n + 1},000`))
    expect(counts[0]?.getAttribute('href')).toBe('/manage/farm-1?tab=reports&report=inventory&area=lease-7')
    expect(screen.getByText('And 2 growing areas with fewer, listed below.')).toBeTruthy()
  })

  test.each([
    ['no lease', farm({ leases: [] }), todayOf({ entries: [], areas: [] }), 'Add the first growing area', '?tab=info'],
    ['no entry', farm(), todayOf({ entries: [] }), 'Record the first planting', '/record?activity=plant'],
  ])('a farm with %s is told what to do first', async (_, record, answer, words, end) => {
    signedIn('manager')
    on.farm(record)
    on.today(answer)
    on.dashboard([square()])
    renderApp('/manage/farm-1')
    const link = await screen.findByRole('link', { name: words })
    expect(link.getAttribute('href')).toBe(`/manage/farm-1${end}`)
    expect(screen.queryByText(/animals live here,/)).toBeNull()
  })

  test('each part fails by itself, and is asked for again', async () => {
    signedIn('manager')
    on.today(() => failure(503, 'In a moment.'))
    on.dashboard([square()])
    const app = renderApp('/manage/farm-1')
    expect(await screen.findByRole('list', { name: 'Snapshot' })).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain('In a moment.')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    on.today(todayOf())
    await app.user.click(retry)
    expect(await card('Last entries')).toBeTruthy()
  })

  test.each([
    ['manager', '/manage/farm-1', ''],
    ['manager', '/manage/farm-1', '?tab=about'],
    ['manager', '/manage/farm-1', '/record'],
    ['manager', '/manage/farm-1', '/invoices'],
    ['admin', '/farms/farm-1', '?tab=about'],
  ] as const)('%s: an open recall stands above %s%s', async (who, base, path) => {
    signedIn(who)
    on.farm(farm({ openRecalls: NEEDS[0]?.recall ? [NEEDS[0].recall] : [] }))
    on.places({ data: [] })
    on.journal({ data: [] })
    on.invoices(page([]))
    renderApp(`${base}${path}`)
    const strip = within(await screen.findByRole('complementary', { name: 'Recall' }))
    expect(strip.getByText('Recalled by State of Maine: oysters harvested on 9 Nov 2026 at North')).toBeTruthy()
    expect(strip.getByRole('link', { name: 'See recall' }).getAttribute('href')).toBe(`${base}/recalls/r`)
  })

  test('a farm that no recall reaches has nothing above it', async () => {
    signedIn('manager')
    renderApp('/manage/farm-1')
    await card('Needs you')
    expect(screen.queryByRole('complementary', { name: 'Recall' })).toBeNull()
  })

  test('the way back to it is a link of its own, and Back undoes that', async () => {
    signedIn('manager')
    const app = renderApp('/manage/farm-1?tab=info')
    await card('Leases')
    await app.user.click(screen.getByRole('link', { name: 'Today' }))
    expect(await card('Needs you')).toBeTruthy()
    expect(app.address()).toBe('/manage/farm-1')
    expect(screen.queryByRole('tab', { selected: true })).toBeNull()
    app.history.back()
    expect(await card('Leases')).toBeTruthy()
  })

  test('the address of a lease opens its form, and is over with it', async () => {
    signedIn('manager')
    const app = renderApp('/manage/farm-1?tab=info#lease-lease-a')
    const form = within(await screen.findByRole('dialog'))
    await app.user.click(await form.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.address()).toBe('/manage/farm-1?tab=info')
  })
})

describe("a manager's list of farms", () => {
  const glance = (part: Partial<Glance> = {}): Glance => ({
    farm: 'farm-1',
    date: '2026-11-21',
    animals: 1150,
    line: [1000, 1150],
    lastEntry: noted({ activity: 'loss', count: 9, date: '2026-11-20' }),
    need: NEEDS[1] ?? null,
    needsInAll: 3,
    ...part,
  })

  test('says of each how many live there, what was recorded last, and what it needs, in one call', async () => {
    signedIn('manager')
    on.farms(page([row(), row({ _id: 'farm-2', name: 'Other' })]))
    const calls = on.glances({
      data: [
        glance(),
        glance({ farm: 'farm-2', animals: 0, line: [0, 0], lastEntry: null, need: null, needsInAll: 0 }),
      ],
    })
    renderApp('/manage')
    const [, first, second] = await screen.findAllByRole('row')
    await waitFor(() => expect(first?.textContent).toContain('1,150 animals'))
    expect(within(first as HTMLElement).getByRole('img', { name: 'From 1,000 to 1,150 in 90 days' })).toBeTruthy()
    expect(first?.textContent).toContain('9 lost20 Nov')
    expect(first?.textContent).toContain('The lease of Site A ends in 23 days.')
    expect(first?.textContent).toContain('2 things more')
    expect(second?.textContent).toContain('Nothing recorded yetNothing needs you')
    expect(calls).toHaveLength(1)
  })

  test('says it too when the list comes after it', async () => {
    signedIn('manager')
    const farms = later<FarmPage>()
    const calls = on.glances({ data: [glance()] })
    on.farms(farms.reply)
    renderApp('/manage')
    await waitFor(() => expect(calls).toHaveLength(1))
    farms.give(page([row()]))
    expect(await screen.findByText('1,150', { exact: false, selector: 'td span' })).toBeTruthy()
  })

  test('says when that is not known, and is a list nevertheless', async () => {
    signedIn('manager')
    on.glances(() => failure(503, 'In a moment.'))
    renderApp('/manage')
    expect(await screen.findByText('Salish Sea Test Beds')).toBeTruthy()
    expect(await screen.findByText('How your farms are doing could not be loaded. In a moment.')).toBeTruthy()
  })
})
