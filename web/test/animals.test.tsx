import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Story } from '@/api'
import { held, noted } from './book'
import { farm } from './data'
import { renderApp } from './render'
import { on, signedIn } from './server'

const LOT = '/manage/farm-1/lots/lot-1'
const { group, lot } = held()
const NONE = { planted: 0, movedIn: 0, movedOut: 0, counted: 0, harvested: 0, lost: 0 }
const SITE_A = { leaseId: 'a', area: 'Site A' }
const SITE_B = { leaseId: 'b', area: 'Site B' }
const period = (from: string, to: string, part: Partial<Story['course'][number]>) => ({
  from,
  to,
  flow: NONE,
  living: 0,
  measured: 0,
  meanMm: null,
  areas: [],
  ...part,
})
const story = {
  groupId: 'group-1',
  group,
  lotId: 'lot-1',
  lot,
  living: 74,
  containers: 0,
  first: '2017-03-01',
  last: '2017-11-10',
  flow: { ...NONE, planted: 108, harvested: 26, lost: 8 },
  every: 'month' as const,
  months: [period('2017-11-01', '2017-11-10', { flow: { ...NONE, harvested: 26 }, living: 74 })],
  course: [
    period('2017-03-01', '2017-03-31', { living: 100, measured: 10, meanMm: 20, areas: [{ ...SITE_B, living: 100 }] }),
    ...['04-30', '05-31', '06-30', '07-31', '08-31', '09-30'].map((end) =>
      period(`2017-${end.slice(0, 2)}-01`, `2017-${end}`, { living: 100, areas: [{ ...SITE_B, living: 100 }] }),
    ),
    period('2017-10-01', '2017-10-31', {
      flow: { ...NONE, lost: 6 },
      living: 100,
      measured: 5,
      meanMm: 34.5,
      areas: [
        { ...SITE_B, living: 60 },
        { ...SITE_A, living: 40 },
      ],
    }),
    period('2017-11-01', '2017-11-10', {
      flow: { ...NONE, harvested: 26, lost: 2 },
      living: 74,
      areas: [{ ...SITE_B, living: 74 }],
    }),
  ],
  places: [held()],
  from: [],
  to: [{ lotId: 'lot-2', leaseId: 'a', area: 'Site B', lot: { ...lot, nickname: 'bag 2' }, animals: 5 }],
  lots: [{ lotId: 'lot-1', lot, living: 74 }],
}

beforeEach(() => {
  signedIn('manager')
  on.farm(farm({ country: 'USA' }))
  on.lot(story)
  on.journal({
    data: [
      noted({ number: 19, count: 12, replaces: 17, by: 'bea' }),
      noted({ number: 18, activity: 'correction', reverses: 17, note: 'wrong bag' }),
      noted({ number: 17, reversed: true, replacedBy: 19 }),
    ],
  })
})

describe('the page of a lot', () => {
  test('says what became of its animals, and who recorded it; what was corrected is struck through', async () => {
    renderApp(LOT)
    expect(await screen.findByRole('heading', { level: 1, name: 'beach, bag 1' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'beach, bag 2' }).getAttribute('href')).toBe('/manage/farm-1/lots/lot-2')
    const journal = within(await screen.findByRole('region', { name: 'Journal' }))
    const entries = (await journal.findAllByRole('listitem')).map((entry) => entry.textContent)
    expect(entries[0]).toContain('12 harvestedPuts an earlier entry right')
    expect(entries[0]).toContain('bea, ')
    expect(entries[2]).toContain('10 harvestedCorrected: see the right one')
    expect(journal.getByText('10 harvested').tagName).toBe('S')
    expect(journal.getAllByRole('button', { name: /^Correct: / })).toHaveLength(1)
  })

  test('an entry that stands further below in the journal is loaded and gone to', async () => {
    const asked = on.journal((request) => {
      const before = new URL(request.url).searchParams.get('before')
      const numbers = before ? [900, 5, 4] : Array.from({ length: 50 }, (_, index) => 1000 - index)
      return { data: numbers.map((number) => noted({ number, replaces: number === 1000 ? 5 : null })) }
    })
    const { user } = renderApp(LOT)
    const moved = vi.spyOn(Element.prototype, 'scrollIntoView')
    await user.click(await screen.findByRole('button', { name: 'Puts an earlier entry right' }))
    await waitFor(() => expect(document.activeElement?.id).toBe('entry-5'))
    expect(moved.mock.contexts.map((one) => (one as Element).id)).toContain('entry-5')
    expect(asked.map(({ url }) => url.searchParams.get('before')).slice(-1)).toEqual(['951'])
  })

  test('says in sentences what it is, and shows the latest six months until all are asked for', async () => {
    const months = ['11', '10', '08', '07', '05', '04', '03'].flatMap((name) =>
      story.months.map((month) => ({ ...month, from: `2017-${name}-01` })),
    )
    on.lot({ ...story, group: { ...group, locationPlanted: 'Site B' }, months })
    renderApp(LOT)
    const table = within(await screen.findByRole('region', { name: 'What happened month by month' }))
    expect(screen.getByText(/Planted in Site B\. In the book from 1 Mar 2017 to 10 Nov 2017\.$/)).toBeTruthy()
    expect(table.queryByRole('rowheader', { name: 'Mar 2017' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show all 7 months' }))
    expect(table.getByRole('rowheader', { name: 'Mar 2017' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  })

  test('LOT-1 draws where they lived, their size and their losses, one at a time, as a chart or a table', async () => {
    const { user, address, history } = renderApp(LOT)
    const over = within(await screen.findByRole('region', { name: 'Over time' }))
    const living = within(await over.findByRole('figure', { name: 'Living animals by growing area' }))
    expect(living.getByText('74 living on 10 Nov 2017, at most 100 on 31 Mar 2017.')).toBeTruthy()
    expect(living.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Site B 74', 'Site A 0'])
    await user.click(over.getByRole('radio', { name: 'Table' }))
    expect(address()).toBe(`${LOT}?view=table`)
    expect(over.getByRole('row', { name: 'Oct 2017 60 40 100' })).toBeTruthy()
    await user.click(over.getByRole('radio', { name: 'Size' }))
    expect(
      over.getByText('34.50 mm on average of 5 measured from 1 to 31 Oct 2017, up 14.50 mm since 1 to 31 Mar 2017.'),
    ).toBeTruthy()
    expect(over.getByRole('row', { name: 'Oct 2017 34.5 5' })).toBeTruthy()
    await user.click(over.getByRole('radio', { name: 'Losses' }))
    expect(over.getByText('8 lost from 1 Mar to 10 Nov 2017, the most from 1 to 31 Oct 2017: 6.')).toBeTruthy()
    act(() => history.back())
    expect(await over.findByRole('figure', { name: 'Mean size in mm' })).toBeTruthy()
    act(() => history.back())
    act(() => history.back())
    await over.findByRole('radio', { name: 'Chart', checked: true })
    expect(address()).toBe(LOT)
  })

  test('says what is not there to be drawn', async () => {
    on.lot({ ...story, flow: { ...NONE, planted: 74 }, course: [period('2017-03-01', '2017-03-31', { living: 74 })] })
    const { user } = renderApp(LOT)
    const over = within(await screen.findByRole('region', { name: 'Over time' }))
    await user.click(await over.findByRole('radio', { name: 'Size' }))
    expect(over.getByText('None of them was ever measured.')).toBeTruthy()
    await user.click(over.getByRole('radio', { name: 'Losses' }))
    expect(over.getByText('None of them was recorded as lost.')).toBeTruthy()
    expect(over.queryByRole('figure')).toBeNull()
  })

  test('says which columns of losses are of a part of a month', async () => {
    renderApp(`${LOT}?picture=lost`)
    expect(await screen.findByText('Outlined: only a part of a month, 1 to 10 Nov 2017.')).toBeTruthy()
  })

  test('an entry is put right with a reason: what differs and what that does are said before it is sent', async () => {
    on.entry({
      ...noted({ number: 19, count: 12, facts: { buyer: 'Pike', currency: 'CAD', priceCents: 90, unit: 'each' } }),
      found: null,
    })
    const calls = on.correct({
      changes: [
        { leaseId: 'lease-a', area: 'Site A', lot, before: 74, after: 71, containersBefore: 0, containersAfter: 0 },
      ],
      recounts: [],
    })
    const { user } = renderApp(LOT)
    await user.click(await screen.findByRole('button', { name: 'Correct: 12 harvested' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Correct an entry' }))
    const animals = await sheet.findByLabelText('Animals')
    await user.clear(animals)
    await user.type(animals, '15')
    await user.click(sheet.getByRole('button', { name: 'Correct' }))
    expect(await sheet.findByText('Say why.')).toBeTruthy()
    expect(calls).toHaveLength(0)
    await user.type(sheet.getByLabelText('Reason'), 'wrong bag')
    expect(sheet.getByText('Animals: 12, now 15')).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Show what it does to the animals' }))
    expect(await sheet.findByText(/74 living today, then 71/)).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Correct' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // What was not touched goes as it was recorded, in its own currency.
    expect(calls.map(({ body }) => body)).toMatchObject([
      { try: true, reason: 'wrong bag' },
      { reason: 'wrong bag', activity: { activity: 'harvest', count: 15, facts: { currency: 'CAD', priceCents: 90 } } },
    ])
  })
})
