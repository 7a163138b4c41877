import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TaggingOffer } from '@/api'
import { farm, page, user } from './data'
import { renderApp } from './render'
import { on, signedIn } from './server'

const OFFER: TaggingOffer = {
  setupFee: 25_000,
  refillSoftwareFee: 0,
  taxRate: 0,
  printers: [{ name: 'TSC ALPHA-30RB', type: 'mobile', cost: 28_900, printerOnlyCost: 40_000 }],
  papers: [
    { name: 'mobile paper', printers: 'mobile', cost: 10_800, rollsPerPack: 12, tagsPerPack: 1_320, shipping: 1_800 },
    { name: 'mobile stickers', printers: 'mobile', cost: 4_500, rollsPerPack: 5, tagsPerPack: 1_250, shipping: 0 },
  ],
  contact: { name: '', phone: '', email: '' },
}
const asked = { date: Date.UTC(2026, 10, 3, 9), by: 'ada', outcome: '', answeredAt: null } as const
const region = (name: string) => screen.findByRole('region', { name })

test('TAGGING-3 what it costs is said in the server’s figures, and nobody is named where nobody is set', async () => {
  signedIn('manager')
  on.farm(farm())
  on.offer(OFFER)
  renderApp('/manage/farm-1/get-tagging')
  const costs = await region('What it costs')
  expect(costs.textContent).toContain('$250.00, once')
  expect(costs.textContent).not.toContain('Software fee')
  const rows = within(await region('Paper')).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Mobile paperMobile12 rolls, 1,320 tags$108.00$18.00',
    'Mobile stickersMobile5 rolls, 1,250 tags$45.00With the rest',
  ])
  expect(screen.queryByRole('region', { name: 'Talk to us' })).toBeNull()
})

test('TAGGING-3 a free setup, a fee with each refill, tax and half a contact', async () => {
  signedIn('manager')
  on.farm(farm())
  on.offer({
    ...OFFER,
    setupFee: 0,
    refillSoftwareFee: 250,
    taxRate: 850,
    contact: { name: '', phone: '+1 (207) 555-0134', email: '' },
  })
  renderApp('/manage/farm-1/get-tagging')
  const costs = (await region('What it costs')).textContent
  for (const said of ['SetupFree', '$2.50 with each refill', '8.5%']) expect(costs).toContain(said)
  const call = within(await region('Talk to us'))
  expect(call.getByRole('link').getAttribute('href')).toBe('tel:+12075550134')
  expect(call.queryByText('Email')).toBeNull()
})

test('TAGGING-1 a farm asks, and is told that it has', async () => {
  signedIn('manager')
  on.farm(farm())
  on.offer(OFFER)
  const calls = on.askForTagging(farm({ taggingRequest: asked }))
  const app = renderApp('/manage/farm-1/get-tagging')
  await app.user.click(await screen.findByRole('button', { name: 'Ask for tagging' }))
  expect(await within(await region('Ask for it')).findByText(/^Thank you\./)).toBeTruthy()
  expect(await screen.findByText(/^Asked by ada, 3 Nov 2026/)).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('TAGGING-2 who has asked can take that back, but not in a view', async () => {
  signedIn('manager')
  on.farm(farm({ taggingRequest: asked }))
  on.offer(OFFER)
  on.my({ ...user('manager'), viewing: { farm: 'farm-1', name: 'Salish Sea Test Beds' } })
  renderApp('/manage/farm-1/get-tagging')
  expect((await region('Ask for it')).textContent).toContain('Nobody has answered yet.')
  await region('What it costs')
  expect(screen.queryByRole('button', { name: /Take it back|Ask for tagging/ })).toBeNull()
})

test.each([
  [true, 'This farm has tagging.'],
  ['pending', 'Tagging is set up for this farm'],
] as const)('TAGGING-1 with tagging %s there is nothing to ask for', async (taggingActive, said) => {
  signedIn('manager')
  on.farm(farm({ taggingActive }))
  renderApp('/manage/farm-1/get-tagging')
  expect((await screen.findByText(new RegExp(said))).textContent).toContain('Tagging Subscription')
  expect(screen.queryByRole('link', { name: 'Get tagging' })).toBeNull()
})

test('TAGGING-2 staff see who asks, oldest first, and whom to call', async () => {
  signedIn('admin')
  on.asking(
    page([{ farm: 'farm-1', farmName: 'Cove', date: asked.date, by: 'ada', email: 'ada@home.example', phone: '' }]),
  )
  renderApp('/admin/tagging')
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement)
  expect(row.getByRole('link', { name: 'Cove' }).getAttribute('href')).toBe('/farms/farm-1?tab=tagging')
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'adaada@home.example',
    '3 Nov 2026, 09:00 UTC',
    'none',
  ])
})

test('TAGGING-3 Farm Info leads there where there is no tagging, and nowhere where there is', async () => {
  signedIn('manager')
  on.farm(farm())
  on.offer(OFFER)
  const app = renderApp('/manage/farm-1?tab=info')
  await app.user.click(await screen.findByRole('link', { name: 'What tagging is, and what it costs' }))
  expect(app.address()).toBe('/manage/farm-1/get-tagging')
  await region('What it costs')
  cleanup()
  on.farm(farm({ taggingActive: true }))
  renderApp('/manage/farm-1?tab=info')
  expect((await region('Your Merroir Services')).textContent).toContain('Active')
  expect(screen.queryByRole('link', { name: /Get tagging|What tagging is/ })).toBeNull()
})
