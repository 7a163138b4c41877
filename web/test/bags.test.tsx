import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Bags } from '@/api'
import { renderApp } from './render'
import { failure, on, signedIn } from './server'

const lot = (lotId: string, size: number): Bags['lots'][number] => ({
  lotId,
  size,
  meshSize: 'Flip bag',
  nickname: '',
  oysterType: 'Pacific oyster',
  seedSource: '',
  year: '2026',
  datePlanted: '2026-01-10',
})

/** On day 10, 12 bags of Standard are graded out of the seed; on day 30 four of them are harvested. */
function bags(part: Partial<Bags> = {}): Bags {
  return {
    first: '2026-01-10',
    from: '2026-01-10',
    to: '2026-03-11',
    areas: [
      {
        leaseId: 'lease-a',
        name: 'Site A',
        endedOn: '',
        lines: [
          { name: 'A1', spots: 10 },
          { name: 'A2', spots: 8 },
        ],
      },
    ],
    sizes: ['Standard', 'Seed'],
    lots: [lot('lot-1', 1), lot('lot-2', 0)],
    places: [
      { area: 0, lot: 0 },
      { area: 0, lot: 1 },
    ],
    opening: { animals: [0, 0], containers: [0, 0] },
    gaps: [0, 10, 0, 20],
    of: [0, 0, 1, 1],
    changes: { animals: [1000, -400, 400, -100], containers: [4, -1, 12, -4] },
    ...part,
  }
}

const ADDRESS = '/manage/farm-1/bags'
const NOW = ['A1 Standard 8 300', 'A1 Seed 2 400', 'A2 Seed 1 200', 'A2 Unused 7 ']

async function open(address = ADDRESS) {
  const app = renderApp(address)
  await screen.findByRole('table')
  return app
}

const slider = () => screen.getByRole('slider', { name: 'Date' }) as HTMLInputElement
/** The table, line by line: its line, size, bags and animals. */
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(2)
    .map((row) =>
      [...row.children]
        .map((cell) => cell.querySelector('button')?.firstChild?.textContent ?? cell.textContent)
        .join(' '),
    )
const list = () => screen.getByRole('listbox', { name: 'Runs of bags' })
const option = () => within(list()).getByRole('option').textContent

beforeEach(() => {
  signedIn('manager')
  on.bags(bags())
})

test('LOT-1 the table says what the picture shows, on the last day of the book, and leads to each lot', async () => {
  await open()
  expect(screen.getByRole('table', { name: 'Bags on 11 Mar 2026' })).toBeTruthy()
  expect(rows()).toEqual(NOW)
  const lots = within(screen.getByRole('table')).getAllByRole('link')
  expect(lots.map((link) => link.getAttribute('href'))).toContain('/manage/farm-1/lots/lot-1')
  expect(screen.getByText('900 animals in 11 bags on 11 Mar 2026; 7 of 18 spots are unused.')).toBeTruthy()
  const legend = within(screen.getByRole('list', { name: 'Bags by size' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Standard 8',
    'Seed 3',
    'Unused 7',
  ])
  expect(screen.getByText(/^One mark is one bag or one empty spot\. .* not their place on a line\.$/)).toBeTruthy()
})

test('a day is in the address, in words, and reached by keys', async () => {
  const app = await open(`${ADDRESS}?date=2026-02-08`)
  expect(slider().getAttribute('aria-valuetext')).toBe('8 Feb 2026')
  expect(rows()).toEqual(['A1 Standard 10 333', 'A2 Standard 2 67', 'A2 Seed 3 600', 'A2 Unused 3 '])
  slider().focus()
  await app.user.keyboard('{PageDown}')
  await waitFor(() => expect(slider().getAttribute('aria-valuetext')).toBe('10 Jan 2026'))
  expect(app.address()).toBe(`${ADDRESS}?date=2026-01-10`)
  await waitFor(() => expect(rows()).toEqual(['A1 Seed 4 1,000', 'A1 Unused 6 ', 'A2 Unused 8 ']))
  await app.user.keyboard('{PageUp}')
  await waitFor(() => expect(app.address()).toBe(`${ADDRESS}?date=2026-02-10`))
  app.history.back()
  await waitFor(() => expect(slider().getAttribute('aria-valuetext')).toBe('10 Jan 2026'))
})

test.each(['2020-01-01', 'yesterday', '2099-01-01'])('a date that is not in the book: %s', async (date) => {
  await open(`${ADDRESS}?date=${date}`)
  expect(slider().getAttribute('aria-valuetext')).toBe(date.startsWith('2020') ? '10 Jan 2026' : '11 Mar 2026')
})

test('by the keyboard: one stop, run by run; Enter chooses, and Record opens with area and lot', async () => {
  const app = await open()
  list().focus()
  expect(option()).toBe('Standard, 8 bags, A1, Site A')
  await app.user.keyboard('{ArrowRight}')
  expect(option()).toBe('Seed, 2 bags, A1, Site A')
  await app.user.keyboard('{End}{ArrowUp}')
  expect(option()).toBe('Standard, 8 bags, A1, Site A')
  await app.user.keyboard('{ArrowDown}')
  expect(option()).toBe('Seed, 1 bag, A2, Site A')
  expect(within(list()).getByRole('option').getAttribute('aria-setsize')).toBe('3')
  expect(screen.queryByRole('link', { name: 'Harvest' })).toBeNull()
  await app.user.keyboard('{Enter}')
  const title = await screen.findByText('1 of 3 bags of Seed chosen')
  const link = within(title.parentElement as HTMLElement).getByRole('link', {
    name: 'Flip bag, Pacific oyster, planted 10 Jan 2026',
  })
  expect(link.getAttribute('href')).toBe('/manage/farm-1/lots/lot-1')
  expect(link.parentElement?.textContent).toBe(
    'Site A, A2, Flip bag, Pacific oyster, planted 10 Jan 2026: 600 animals alive in all 3',
  )
  expect(app.address()).toBe(`${ADDRESS}?area=lease-a&lot=lot-1&line=A2`)
  expect(screen.getByRole('link', { name: 'Harvest' }).getAttribute('href')).toBe(
    '/manage/farm-1/record?activity=harvest&area=lease-a&lot=lot-1',
  )
  await app.user.click(screen.getByRole('button', { name: 'Clear the selection' }))
  await waitFor(() => expect(app.address()).toBe(ADDRESS))
})

test('what was chosen may not be there on another day, and not any more', async () => {
  on.bags(bags({ changes: { animals: [1000, -400, 400, -400], containers: [4, -1, 12, -12] } }))
  const app = await open(`${ADDRESS}?date=2026-02-01&area=lease-a&lot=lot-2&line=A1`)
  expect(screen.getByText('10 of 12 bags of Standard chosen')).toBeTruthy()
  expect(screen.getByText('Nothing is left of this lot here.')).toBeTruthy()
  await app.go(`${ADDRESS}?area=lease-a&lot=lot-2&line=A1`)
  expect(await screen.findByText('No bag of the chosen lot hangs here on 11 Mar 2026.')).toBeTruthy()
})

test('a larger book: the days before are asked for when they are gone to', async () => {
  const later = bags({
    from: '2026-02-09',
    opening: { animals: [600, 400], containers: [3, 12] },
    gaps: [0],
    of: [1],
    changes: { animals: [-100], containers: [-4] },
  })
  const earlier = bags({
    to: '2026-02-08',
    gaps: [0, 10, 0],
    of: [0, 0, 1],
    changes: { animals: [1000, -400, 400], containers: [4, -1, 12] },
  })
  const calls = on.bags((request) => (new URL(request.url).searchParams.get('to') ? earlier : later))
  const app = await open()
  expect(rows()).toEqual(NOW)
  expect(calls).toHaveLength(1)
  await app.go(`${ADDRESS}?date=2026-01-15`)
  await waitFor(() => expect(rows()).toEqual(['A1 Seed 4 1,000', 'A1 Unused 6 ', 'A2 Unused 8 ']))
  expect(calls.map(({ url }) => url.searchParams.get('to'))).toEqual([null, '2026-02-08'])
})

test('above 3,000 spots one mark stands for ten, and says so', async () => {
  const [area] = bags().areas
  on.bags(bags({ areas: area ? [{ ...area, lines: [{ name: 'A1', spots: 3001 }] }] : [] }))
  await open()
  expect(screen.getByText(/^One mark stands for up to 10 bags or empty spots\./)).toBeTruthy()
  expect(rows()).toEqual(['A1 Standard 8 300', 'A1 Seed 3 600', 'A1 Unused 2,990 '])
})

test('a farm without growing areas, and one without a book, say what comes next', async () => {
  const nothing = {
    first: '',
    from: '',
    sizes: [],
    lots: [],
    places: [],
    gaps: [],
    of: [],
    opening: { animals: [], containers: [] },
    changes: { animals: [], containers: [] },
  }
  on.bags(bags({ ...nothing, areas: [] }))
  const app = renderApp(ADDRESS)
  expect(await screen.findByText('No growing areas yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add a growing area' })).toBeTruthy()
  on.bags(bags(nothing))
  await app.go('/manage/farm-2/bags')
  expect(await screen.findByText('Nothing has been recorded yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Record a planting' }).getAttribute('href')).toBe(
    '/manage/farm-2/record?activity=plant',
  )
})

test('a farm that is not there has no Retry, which could not help', async () => {
  on.bags(() => failure(404, 'No such farm.'))
  renderApp(ADDRESS)
  expect((await screen.findByRole('alert')).textContent).toBe('No such farm.')
})

test('a failure is told, and can be asked again', async () => {
  on.bags(() => failure(500, 'The book cannot be read.'))
  const app = renderApp(ADDRESS)
  expect((await screen.findByRole('alert')).textContent).toContain('The book cannot be read.')
  on.bags(bags())
  await app.user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('staff have it at their own address', async () => {
  signedIn('admin')
  await open('/farms/farm-1/bags')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bag by bag')
})
