import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FarmRecord, TaggingInvoice } from '@/api'
import { farm } from './data'
import { renderApp } from './render'
import { failure, on, signedIn } from './server'

const ADDRESS = '/manage/farm-1?tab=tagging'

const panel = (name: string) => screen.findByRole('region', { name })

/** The rows of a table in the panel, cell by cell. */
const rowsOf = (region: HTMLElement) =>
  [...region.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))

function open(part: Partial<FarmRecord> = {}) {
  signedIn('manager')
  on.farm(farm({ taggingActive: true, ...part }))
  return renderApp(ADDRESS)
}

const each = <T,>(mobile: T, industrial: T, mobileSticker: T, blackLineMobile: T) => ({
  mobile,
  industrial,
  mobileSticker,
  blackLineMobile,
})

const printer = {
  _id: 'p',
  paperType: '',
  rollCount: 0,
  stickerRollCount: 0,
  blackLineMobile: 0,
  everyPaper: false,
  cost: 0,
  printerOnlyCost: 0,
}

function shipment(part: Partial<TaggingInvoice> = {}): TaggingInvoice {
  return {
    _id: 'in-7',
    number: 'M-1001',
    order: 'order-1',
    date: '2026-11-20',
    name: '12 rolls of mobile paper',
    tagsShipped: 0,
    amount: 12_650,
    refunded: false,
    state: 'ready',
    invoiceState: 'paid',
    carrier: '',
    trackingNumber: '',
    sentAt: null,
    ...part,
  }
}

describe('the tagging subscription of a farm', () => {
  test.each([
    [{}, '7"'],
    [{ paperSize: '4"' }, '4"'],
    [{ paperSize: undefined }, '7"'],
  ])('SUB-1 the paper size of %j is %s', async (part, size) => {
    open(part)
    expect((await panel('Subscription')).querySelector('dl')?.textContent).toBe(`Paper size${size}`)
  })

  test('SUB-2 each printer with its type and its rolls', async () => {
    open({
      printers: [
        { ...printer, _id: 'a', name: 'TSC ALPHA-30RB', type: 'mobile', paperType: 'mobileLaminated', rollCount: 15 },
        { ...printer, _id: 'b', name: 'TSC DA220', type: 'mobile', stickerRollCount: 5, blackLineMobile: 1 },
        { ...printer, _id: 'c', name: 'TSC MB240T', type: 'industrial' },
      ],
    })
    expect(rowsOf(await panel('Printers'))).toEqual([
      ['TSC ALPHA-30RB', 'Mobile', '15 laminated mobile rolls'],
      ['TSC DA220', 'Mobile', '5 mobile sticker rolls, 1 black line mobile roll'],
      ['TSC MB240T', 'Industrial', 'None: printer only'],
    ])
  })

  test('SUB-3 prints of all time and what is left, also below nothing; types that were never used are left out', async () => {
    const refill = farm().taggingRefillThreshold.mobile
    open({
      taggingRefillThreshold: each({ ...refill, shippedCount: 6000 }, { ...refill, shippedCount: 500 }, refill, refill),
      totalPrinted: each(1234, 620, 0, 0),
      tagsInStock: each(4766, -120, 0, 0),
    })
    const stock = await panel('Paper consumption')
    expect([...stock.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
      'Paper type',
      'All-time prints',
      'Remaining tags in stock',
    ])
    expect(rowsOf(stock)).toEqual([
      ['Mobile', '1,234', '4,766'],
      ['Industrial', '620', '-120'],
    ])
  })

  test.each([
    [false, 'Auto Replenishment is enabled.'],
    [true, 'Auto Replenishment is currently disabled.'],
  ])('SUB-5 stopped %s: %s', async (stopAutoReplenishment, words) => {
    open({ stopAutoReplenishment })
    expect(within(await panel('Subscription')).getByText(words)).toBeTruthy()
  })

  test('SUB-6 the history of each type by itself, with its invoice, its parcel and the Refunded mark', async () => {
    open({
      taggingInvoices: each(
        [
          shipment({ order: 'o-2', amount: 0, state: 'unpaid', number: 'M-1002', _id: 'in-8' }),
          shipment({
            refunded: true,
            state: 'sent',
            sentAt: Date.UTC(2026, 10, 21, 20),
            carrier: 'UPS',
            trackingNumber: '1Z',
          }),
        ],
        [shipment({ name: '4 rolls of industrial paper', amount: 16_400 })],
        [],
        [],
      ),
    })
    const history = await panel('Shipment history')
    const mobile = within(history).getByRole('region', { name: 'Mobile' })
    expect([...mobile.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
      'Date',
      'Invoice',
      'Shipment',
      '$ billed',
    ])
    expect(rowsOf(mobile)).toEqual([
      ['20 Nov 2026', 'M-1002', '12 rolls of mobile paperWaiting for payment', '$0.00'],
      ['20 Nov 2026', 'M-1001', '12 rolls of mobile paperSent on 21 Nov 2026, UPS 1Z', '$126.50Refunded'],
    ])
    expect(within(mobile).getByRole('link', { name: 'M-1002' }).getAttribute('href')).toBe('/manage/farm-1/in-8')
    expect(rowsOf(within(history).getByRole('region', { name: 'Industrial' }))[0]?.[3]).toBe('$164.00')
    expect(within(history).queryByRole('region', { name: 'Mobile Sticker' })).toBeNull()
  })

  test('SUB-6 a long history comes in parts, and says what is not listed', async () => {
    const many = Array.from({ length: 12 }, (_, at) => shipment({ order: `o-${at}` }))
    const app = open({ taggingInvoices: each(many, [], [], []), olderOrders: 3 })
    const history = await panel('Shipment history')
    expect(rowsOf(history)).toHaveLength(5)
    const more = (count: number, noun: string) =>
      within(history).getByRole('button', { name: `Show ${count} ${noun} of Mobile` })
    await app.user.click(more(5, 'older shipments'))
    expect(rowsOf(history)).toHaveLength(10)
    await app.user.click(more(2, 'older shipments'))
    expect(rowsOf(history)).toHaveLength(12)
    expect(within(history).queryByRole('button')).toBeNull()
    expect(within(history).getByRole('link', { name: 'in the list of invoices' }).getAttribute('href')).toBe(
      '/manage/farm-1/invoices',
    )
  })

  test('SUB-7 custom rolls with their corrections, and the tags that are left of them', async () => {
    open({
      hasCustomPaper: true,
      customPaperRolls: [
        { date: '2026-09-01', count: 8 },
        { date: '2026-10-15', count: 4 },
      ],
      paperAdjustments: {
        customPaperRolls: [
          { type: 'industrial', delta: -2, reason: 'wet', date: Date.UTC(2026, 9, 20, 20) },
          { type: 'mobile', delta: 3, reason: 'found', date: Date.UTC(2026, 9, 20, 20) },
        ],
        byDate: [],
      },
      totalPrinted: each(0, 1400, 0, 0),
      tagsInStock: each(1500, 3600, 0, 0),
    })
    const rolls = await panel('Custom Industrial rolls')
    expect(rowsOf(rolls)).toEqual([
      ['1 Sep 2026', '8'],
      ['15 Oct 2026', '4'],
      ['20 Oct 2026, corrected: wet', '-2'],
    ])
    expect(rolls.textContent).toContain('10 rolls of 500 tags, less 1,400 printed: 3,600 tags left.')
    expect((await panel('Custom Mobile rolls')).textContent).toContain('3 rolls of 500 tags, less 0 printed: 1,500')
  })

  test('SUB-8 the next shipment of each type, in US dollars', async () => {
    open({
      nextShipments: [
        {
          paperType: 'mobile',
          reminderAt: 3000,
          shipmentAt: 1500,
          shipment: '12 rolls of mobile paper',
          cost: 12_650,
          state: 'stocked',
        },
        {
          paperType: 'blackLineMobile',
          reminderAt: 1,
          shipmentAt: 1,
          shipment: '4 rolls',
          cost: 120_000,
          state: 'stopped',
        },
      ],
    })
    const next = await panel('Next shipment')
    expect([...next.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
      'Paper type',
      'Reminder at count',
      'Shipment at count',
      'Shipment',
      'Cost',
    ])
    expect(rowsOf(next)).toEqual([
      ['Mobile', '3,000', '1,500', '12 rolls of mobile paper', '$126.50'],
      [
        'Black Line Mobile',
        '1',
        '1',
        '4 rollsNo refill is ordered automatically. Please tell us if you need paper.',
        '$1,200.00',
      ],
    ])
  })

  test('a subscription where nothing has happened yet says so in each panel', async () => {
    open({ taggingActive: 'pending', taggingSetupInvoice: 'in-7', taggingInvoiceAmount: 53_905 })
    expect((await panel('Subscription')).textContent).toContain('setup invoice of $539.05 is paid')
    for (const words of [
      'Nothing has been shipped or printed yet.',
      'No refill is set up.',
      'No printers yet.',
      'Nothing has been sent yet.',
    ]) {
      expect(screen.getByText(words)).toBeTruthy()
    }
    expect(screen.getByRole('link', { name: 'Enable Subscription' }).getAttribute('href')).toBe('/manage/farm-1/in-7')
    expect(screen.queryByRole('region', { name: 'Shipment holds' })).toBeNull()
  })
})

test.each([
  ['that has ended leads to its invoices', [shipment()], ['/manage/farm-1/get-tagging', '/manage/farm-1/invoices']],
  ['that never was has none', [], ['/manage/farm-1/get-tagging']],
] as const)('FARM-5 a subscription %s, and to what tagging costs', async (_, mobile, hrefs) => {
  open({ taggingActive: false, taggingInvoices: each<TaggingInvoice[]>([...mobile], [], [], []) })
  const services = await panel('Your Merroir Services')
  expect(services.textContent).toContain('Not active')
  const links = within(services).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(hrefs)
})

describe('SUB-4 shipment holds', () => {
  const hold = { paperType: 'mobileSticker', reason: 'Moving house.', payment: false, date: Date.UTC(2026, 10, 20, 20) }
  const unpaid = { ...hold, paperType: 'mobile', reason: 'A charge failed.', payment: true }
  const REMOVE = 'Remove Mobile Sticker Shipment Hold'

  test('one of the farm is removed after a question, and the page has what is so then', async () => {
    const app = open({ shipmentHolds: [hold, unpaid] })
    const removed = on.removeHold(farm({ taggingActive: true, shipmentHolds: [unpaid] }))
    const holds = await panel('Shipment holds')
    expect(holds.textContent).toContain('Moving house. Since 20 Nov 2026, 12:00 PST.')
    await app.user.click(within(holds).getByRole('button', { name: REMOVE }))
    await app.user.click(await screen.findByRole('button', { name: 'Remove the hold' }))
    expect(await within(holds).findByText('The hold on Mobile Sticker shipments has been removed.')).toBeTruthy()
    expect(removed.map(({ url }) => url.pathname)).toEqual(['/api/farms/farm-1/shipmentHold/mobileSticker'])
    expect(screen.queryByRole('button', { name: REMOVE })).toBeNull()
    expect(holds.textContent).toContain('A charge failed.')
  })

  test('one for a payment goes by itself', async () => {
    open({ shipmentHolds: [unpaid] })
    const holds = await panel('Shipment holds')
    expect(within(holds).queryByRole('button')).toBeNull()
    expect(holds.textContent).toContain('It is removed automatically when the open invoice is paid.')
  })

  test('a refusal stands in the question, and the hold stays', async () => {
    const app = open({ shipmentHolds: [hold] })
    on.removeHold(() => failure(503, 'The server is busy.'))
    await app.user.click(within(await panel('Shipment holds')).getByRole('button', { name: REMOVE }))
    await app.user.click(await screen.findByRole('button', { name: 'Remove the hold' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: REMOVE })).toBeTruthy()
  })
})
