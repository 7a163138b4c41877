import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Parcel, Shipment, ShipmentPage } from '@/api'
import { page, user } from './data'
import { renderApp } from './render'
import { savedFiles } from './saved'
import { failure, lastBody, on, signedIn } from './server'

function order(id: string, part: Partial<Shipment> = {}): Shipment {
  return {
    _id: id,
    farm: `farm-${id}`,
    farmName: `Farm ${id}`,
    kind: 'refill',
    state: 'ready',
    invoice: `in-${id}`,
    invoiceNumber: `M-${id}`,
    invoiceState: 'open',
    shippingAddress: {
      name: 'June Halvorsen',
      business: '',
      address1: '12 Tide Street',
      address2: '',
      city: 'Bay Center',
      state: 'Washington',
      country: 'USA',
      postalCode: '98527',
    },
    paperTypes: ['mobile'],
    lines: [
      {
        type: 'mobile',
        roll: 'mobile',
        rolls: 12,
        tags: 1320,
        printer: '',
        description: '12 rolls of mobile paper',
        cents: 10_801,
      },
      {
        type: 'mobile',
        roll: '',
        rolls: 0,
        tags: 0,
        printer: '',
        description: 'Shipping of mobile paper',
        cents: 1_850,
      },
    ],
    total: 12_651,
    createdAt: Date.UTC(2026, 10, 20, 8),
    sentAt: null,
    carrier: '',
    trackingNumber: '',
    sentBy: '',
    note: '',
    holds: [],
    ...part,
  }
}

const listOf = (...orders: Shipment[]): ShipmentPage => ({ ...page([], orders.length), data: orders })
const tick = (farm: string) => screen.findByRole('checkbox', { name: farm })

async function open(address = '/farms/fulfilment', ...orders: Shipment[]) {
  signedIn('admin')
  on.my({ ...user('admin'), permissions: ['companies'] })
  const calls = on.shipments(listOf(...orders))
  const app = renderApp(address)
  await screen.findByRole('heading', { name: 'Fulfilment' })
  return { ...app, calls, press: (name: string) => app.user.click(screen.getByRole('button', { name })) }
}

async function sending(app: Awaited<ReturnType<typeof open>>) {
  await app.press('Mark as sent')
  const sheet = within(await screen.findByRole('dialog'))
  await sheet.findByLabelText('Carrier')
  return { sheet, send: () => app.user.click(sheet.getByRole('button', { name: 'Mark as sent' })) }
}

describe('SUB-11 the fulfilment queue', () => {
  test('says whose, where to, what and why it waits', async () => {
    const held = order('b', {
      holds: [{ paperType: 'mobile', reason: 'Closed for the winter', payment: false, date: 0 }],
    })
    const waiting = order('c', { state: 'waiting', lines: [], total: 0, paperTypes: ['mobile', 'industrial'] })
    await open(undefined, order('a'), held, waiting)
    await tick('Farm a')
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows[0]?.textContent).toContain('June HalvorsenBay Center, Washington, USA12 rolls of mobile paperTo send')
    expect(rows[1]?.textContent).toContain('On holdClosed for the winter')
    expect(rows[2]?.textContent).toContain('Mobile paperIndustrial paperWaiting for its invoice')
    const header = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(header.getByRole('link', { current: 'page' }).textContent).toMatch(/^Work/)
  })

  test('its address holds what is asked', async () => {
    const app = await open('/farms/fulfilment?state=held&kind=setup&search=tide&page=2')
    await waitFor(() => expect(app.calls).not.toEqual([]))
    expect(Object.fromEntries(app.calls[0]?.url.searchParams ?? [])).toEqual({
      state: 'held',
      kind: 'setup',
      search: 'tide',
      page: '2',
      limit: '20',
    })
    await app.user.selectOptions(screen.getByLabelText('State'), 'Sent')
    expect(app.address()).toBe('/farms/fulfilment?state=sent&kind=setup&search=tide')
    expect(await screen.findByText('No order matches “tide”.')).toBeTruthy()
  })

  test.each([
    ['toSend', 'Nothing to send.'],
    ['held', 'Nothing is on hold.'],
    ['sent', 'Nothing has been sent yet.'],
    ['unpaid', 'Nothing is waiting for payment.'],
  ])('%s: none is said', async (state, words) => {
    await open(`/farms/fulfilment?state=${state}`)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('who may not has no way there', async () => {
    signedIn('admin')
    on.my({ ...user('admin'), permissions: [] })
    renderApp('/admin')
    await screen.findByRole('region', { name: 'Clock' })
    expect(screen.queryByRole('link', { name: 'Fulfilment' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Prices' })).toBeNull()
  })
})

describe('an order by its own address', () => {
  test('that is not invoiced yet has no sum', async () => {
    signedIn('admin')
    on.shipment(order('a', { state: 'waiting', lines: [], total: 0, invoice: '', invoiceNumber: '' }))
    await open('/farms/fulfilment?order=a')
    const sheet = within(await screen.findByRole('dialog', { name: 'Order' }))
    expect(await sheet.findByText('Mobile paper: priced when it is invoiced.')).toBeTruthy()
    expect(sheet.queryByText('$0.00')).toBeNull()
  })

  test('with its lines and their sum', async () => {
    signedIn('admin')
    on.shipment(
      order('a', {
        state: 'sent',
        sentAt: Date.UTC(2026, 10, 21),
        carrier: 'UPS',
        trackingNumber: '1Z7',
        sentBy: 'ann',
      }),
    )
    const app = await open('/farms/fulfilment?order=a')
    const sheet = within(await screen.findByRole('dialog', { name: 'Order' }))
    expect(await sheet.findByText('Sent 21 Nov 2026, 00:00 UTC by ann with UPS 1Z7')).toBeTruthy()
    const lines = sheet.getAllByRole('row').map((row) => row.textContent)
    expect(lines.slice(-3)).toEqual([
      '12 rolls of mobile paper$108.01',
      'Shipping of mobile paper$18.50',
      'Total in US dollars$126.51',
    ])
    expect(sheet.queryByRole('button', { name: 'Mark as sent' })).toBeNull()
    await app.user.click(sheet.getByRole('button', { name: 'Close' }))
    expect(app.address()).toBe('/farms/fulfilment')
  })

  test('one that is not there is said', async () => {
    on.shipment(() => failure(404, 'No such order.'))
    await open('/farms/fulfilment?order=none')
    expect((await within(await screen.findByRole('dialog')).findByRole('alert')).textContent).toContain(
      'No such order.',
    )
  })
})

describe('packing slips', () => {
  test('one or several come as one file', async () => {
    const app = await open(undefined, order('a'), order('b'))
    const calls = on.packingSlips(() => new HttpResponse('%PDF-', { headers: { 'Content-Type': 'application/pdf' } }))
    const saved = savedFiles()
    await app.user.click(await tick('Farm a'))
    await app.user.click(await tick('Farm b'))
    expect(screen.getByRole('region', { name: 'Chosen orders' }).textContent).toContain('2 orders chosen')
    await app.press('Packing slips')
    await waitFor(() => expect(saved[0]?.name).toBe('packing-slips.pdf'))
    expect(calls[0]?.url.searchParams.getAll('ids').join()).toBe('a,b')
  })
})

describe('marking as sent', () => {
  test('needs a carrier; several at once, each with its number', async () => {
    const app = await open(undefined, order('a'), order('b'))
    const calls = on.markSent({ sent: 1 })
    await app.user.click(await tick('Farm a'))
    await app.user.click(await tick('Farm b'))
    const { sheet, send } = await sending(app)
    await send()
    expect(sheet.getByText('Please enter the carrier.')).toBeTruthy()
    await app.user.type(sheet.getByLabelText('Carrier'), 'UPS')
    await app.user.type(sheet.getByLabelText('Tracking number, Farm a'), '1Z1')
    await app.user.dblClick(sheet.getByRole('button', { name: 'Mark as sent' }))
    expect(await screen.findByText('2 orders are marked as sent.')).toBeTruthy()
    expect(calls.map(({ body }) => (body as { shipments: Parcel[] }).shipments)).toEqual([
      [{ _id: 'a', farm: 'farm-a', carrier: 'UPS', trackingNumber: '1Z1' }],
      [{ _id: 'b', farm: 'farm-b', carrier: 'UPS', trackingNumber: '' }],
    ])
    expect(screen.queryByRole('region', { name: 'Chosen orders' })).toBeNull()
  })

  test('what went wrong is said beside its order; the others are sent, and not again', async () => {
    const app = await open(undefined, order('a'), order('b'), order('c'))
    const idOf = () => lastBody<{ shipments: Parcel[] }>(calls).shipments[0]?._id
    let refused = 'b'
    const calls = on.markSent(() => (idOf() === refused ? failure(409, 'That order is on hold.') : { sent: 1 }))
    for (const farm of ['Farm a', 'Farm b', 'Farm c']) await app.user.click(await tick(farm))
    const { sheet, send } = await sending(app)
    await app.user.type(sheet.getByLabelText('Carrier'), 'UPS')
    await app.user.type(sheet.getByLabelText('Tracking number, Farm b'), '1Z2')
    await send()
    expect(await sheet.findByText(/^2 orders are marked as sent. 1 order is not/)).toBeTruthy()
    expect(sheet.queryByLabelText('Tracking number, Farm a')).toBeNull()
    const left = sheet.getByLabelText<HTMLInputElement>('Tracking number, Farm b')
    expect(left.value).toBe('1Z2')
    expect(document.getElementById(left.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'That order is on hold.',
    )
    refused = ''
    await send()
    expect(await screen.findByText('3 orders are marked as sent.')).toBeTruthy()
    expect(calls.map(({ body }) => (body as { shipments: Parcel[] }).shipments[0]?._id)).toEqual(['a', 'b', 'c', 'b'])
  })

  test('only what is to be sent can be marked', async () => {
    const app = await open('/farms/fulfilment?state=sent', order('a', { state: 'sent', sentAt: 0 }))
    await app.user.click(await tick('Farm a'))
    expect(screen.getByRole('button', { name: 'Packing slips' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark as sent' })).toBeNull()
  })
})
