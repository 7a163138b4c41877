import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Growth } from '@/api'
import { farm } from './data'
import { renderApp } from './render'
import { on, signedIn } from './server'

const NONE = {
  days: null,
  date: '',
  mmPerMonth: null,
  since: '',
  why: 'Measured on one day only. Measure again in a month.',
}
const group = (datePlanted: string, locationPlanted: string) => ({
  oysterType: 'Pacific oyster',
  seedSource: '',
  year: null,
  month: null,
  datePlanted,
  locationPlanted,
})
const older = {
  group: group('2025-11-20', 'North'),
  living: 800,
  points: [
    { date: '2025-11-20', mm: 20, animals: 800, mmPerMonth: null },
    { date: '2026-11-20', mm: 72.5, animals: 800, mmPerMonth: 4.378 },
  ],
  forecast: { days: 25, date: '2026-12-15', mmPerMonth: 4.378, since: '2025-11-20', why: '' },
}
const seed = {
  group: group('2026-10-01', 'South'),
  living: 200,
  points: [{ date: '2026-11-10', mm: 12.5, animals: 200, mmPerMonth: null }],
  forecast: NONE,
}
const lot = (meshSize: string) => ({ sizeLabel: '', meshSize, nickname: '' })

/** The example of docs/formulas.md. */
const growth = (part: Partial<Growth> = {}): Growth => ({
  date: '2026-11-20',
  marketMm: 76,
  living: 1100,
  withoutLengths: 0,
  notMeasured: 100,
  oldest: '2026-11-10',
  newest: '2026-11-20',
  distribution: {
    animals: 1000,
    measured: 14,
    meanMm: 60.5,
    spreadMm: 25.13,
    p10Mm: 12.5,
    p90Mm: 80,
    marketShare: 40,
    binMm: 5,
    bins: [
      { fromMm: 10, toMm: 15, animals: 200 },
      { fromMm: 80, toMm: 85, animals: 400 },
    ],
  },
  plantings: [
    { groupId: 'g2', ...seed },
    { groupId: 'g1', ...older },
  ],
  morePlantings: 0,
  lots: [
    { lotId: 'lot-1', lot: lot('bag'), ...older },
    { lotId: 'lot-2', lot: lot('tray'), ...seed },
  ],
  moreLots: 0,
  ...part,
})

beforeEach(() => {
  signedIn('manager')
  on.farm(farm({}))
})

test('lengths, growth and forecasts, with why there is none', async () => {
  on.growth(growth())
  const app = renderApp('/manage/farm-1/growth')
  expect(await screen.findByText('Market size: 76 mm (3 in).')).toBeTruthy()
  expect(screen.getByText('40.0%')).toBeTruthy()
  expect(
    screen.getByText(/^1,000 of 1,100 living animals, by the lengths of 14 .* 100 were never measured\./),
  ).toBeTruthy()
  const plantings = within(screen.getByRole('region', { name: 'Growth by planting' }))
  expect(
    plantings.getByRole('row', { name: /20 Nov 2025.*800 72.5 mm 4.4 mm a month.*25 days: 15 Dec 2026/ }),
  ).toBeTruthy()
  expect(
    plantings.getByRole('row', { name: /1 Oct 2026.*200 12.5 mm Not known.*Measured on one day only/ }),
  ).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'tray' }))
  expect(app.address()).toBe('/manage/farm-1/growth?lot=lot-2')
  expect(screen.getByRole('link', { name: 'Journal of this lot' }).getAttribute('href')).toBe(
    '/manage/farm-1/lots/lot-2',
  )
})

test('the market size is checked, and changes what follows from it', async () => {
  on.growth(growth())
  const calls = on.marketSize({ marketMm: 63.5 })
  const app = renderApp('/manage/farm-1/growth')
  await app.user.click(await screen.findByRole('button', { name: 'Change' }))
  const input = await screen.findByLabelText('Market size in mm')
  await app.user.clear(input)
  await app.user.type(input, '4')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('From 5 to 300 mm.')).toBeTruthy()
  expect(calls).toHaveLength(0)
  on.growth(growth({ marketMm: 63.5 }))
  await app.user.clear(input)
  await app.user.type(input, '63,5')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Market size: 63.5 mm (2.5 in).')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ marketMm: 63.5, seen: { marketMm: 76 } })
})

test('a market size that was typed is asked after before the page is left, and is back after a reload', async () => {
  on.growth(growth())
  const app = renderApp('/manage/farm-1/growth')
  await app.user.click(await screen.findByRole('button', { name: 'Change' }))
  const input = await screen.findByLabelText('Market size in mm')
  await app.user.clear(input)
  await app.user.type(input, '80')
  app.go('/manage/farm-1/growth?lot=lot-2')
  await waitFor(() => expect(app.address()).toContain('lot-2'))
  app.go('/manage')
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await app.user.click(question.getByRole('button', { name: 'Keep editing' }))
  cleanup()
  const again = renderApp('/manage/farm-1/growth')
  expect(await screen.findByText(/^What you typed is back/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Market size in mm').value).toBe('80')
  await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await again.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  expect(await screen.findByText('Market size: 76 mm (3 in).')).toBeTruthy()
})

test('where nobody measured lengths it says so, and what to do', async () => {
  const nothing = {
    animals: 0,
    measured: 0,
    meanMm: null,
    spreadMm: null,
    p10Mm: null,
    p90Mm: null,
    marketShare: null,
    binMm: 0,
    bins: [],
  }
  on.growth(growth({ distribution: nothing, plantings: [], lots: [], withoutLengths: 1000 }))
  renderApp('/manage/farm-1/growth')
  const link = await screen.findByRole('link', { name: 'Record lengths' })
  expect(link.getAttribute('href')).toBe('/manage/farm-1/record?activity=size')
})
