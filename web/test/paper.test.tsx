import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Cost, FarmRecord, Printer, Quote, Subscription } from '@/api'
import { farm, user } from './data'
import { focused, renderApp } from './render'
import { failure, lastBody, later, on, signedIn } from './server'

const ADDRESS = {
  name: 'June Halvorsen',
  business: '',
  address1: '12 Tide Street',
  address2: '',
  city: 'Bay Center',
  state: 'Washington',
  country: 'USA',
  postalCode: '98527',
}
const SOLD: FarmRecord['printerCatalogue'] = [
  { name: 'TSC ALPHA-30RB', type: 'mobile', cost: 28_900, printerOnlyCost: 40_000 },
  {
    name: 'TSC DA220',
    type: 'mobile',
    cost: 50_000,
    printerOnlyCost: 60_000,
    australiaCost: 52_000,
    everyPaper: true,
  },
  { name: 'TSC MB240T', type: 'industrial', cost: 79_900, printerOnlyCost: 85_000 },
]
const ALPHA: Printer = {
  _id: 'p1',
  name: 'TSC ALPHA-30RB',
  type: 'mobile',
  paperType: 'mobile',
  rollCount: 12,
  stickerRollCount: 0,
  blackLineMobile: 0,
  everyPaper: false,
  cost: 28_900,
  printerOnlyCost: 40_000,
}
const off = (part: Partial<FarmRecord> = {}) =>
  farm({ country: 'USA', shippingAddress: ADDRESS, printerCatalogue: SOLD, ...part })
const active = (part: Partial<FarmRecord> = {}) =>
  off({ taggingActive: true, printers: [ALPHA], mobileRollRefillCount: 12, nextMobileShipment: 'mobile', ...part })

const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label)
const choices = (label: string) => [...select(label).options].map(({ text }) => text)
const form = () => screen.findByRole('form', { name: 'Edit Paper & Printers' })
const costs = () => within(screen.getByRole('region', { name: 'Costs' }))

async function open(record: FarmRecord, permissions = ['companies', 'pricing']) {
  signedIn('admin')
  on.my({ ...user('admin'), permissions })
  on.farm(record)
  const app = renderApp('/farms/farm-1?tab=2')
  const add = async (printer: string, paper = '', rolls = '') => {
    await app.user.selectOptions(select('Printer'), printer)
    if (paper) await app.user.selectOptions(select('Paper type'), paper)
    if (rolls) await app.user.selectOptions(select('Number of rolls'), rolls)
    await app.user.click(screen.getByRole('button', { name: 'Add printer' }))
  }
  return { ...app, add, press: (name: string) => app.user.click(screen.getByRole('button', { name })) }
}

const edit = async (record: FarmRecord, permissions?: string[]) => {
  const app = await open(record, permissions)
  await app.user.click(await screen.findByRole('button', { name: 'Edit Paper & Printers' }))
  await form()
  return app
}

describe('PAPER-1 the two views', () => {
  test.each([false, 'pending'] as const)('tagging %s opens the form', async (taggingActive) => {
    await open(off({ taggingActive }))
    await form()
    expect(screen.getByRole('button', { name: 'Enable Tagging Subscription' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send more paper' })).toBeNull()
  })

  test('an active one is read, and edited when asked for', async () => {
    const app = await open(active())
    const button = await screen.findByRole('button', { name: 'Edit Paper & Printers' })
    expect(button.textContent).toBe('Edit')
    expect(screen.getByRole('button', { name: 'Send more paper' })).toBeTruthy()
    await app.user.click(button)
    await form()
    expect(screen.getByRole('button', { name: 'Update Tagging Subscription' })).toBeTruthy()
    await app.press('Cancel')
    await focused(screen.getByRole('button', { name: 'Edit Paper & Printers' }))
  })
})

describe('PAPER-2 PAPER-3 PAPER-5 printers and refills', () => {
  test('the catalogue, with what each costs', async () => {
    const app = await open(off())
    await form()
    expect(choices('Printer')).toEqual(['', 'TSC ALPHA-30RB, mobile', 'TSC DA220, mobile', 'TSC MB240T, industrial'])
    await app.user.selectOptions(select('Printer'), 'TSC DA220')
    expect(screen.getByText('$500.00 with paper, $600.00 for the printer only.')).toBeTruthy()
    expect(choices('Paper type')).toEqual([
      'None: printer only',
      'Mobile',
      'Laminated Mobile',
      'Six-mil Mobile',
      'Small Mobile',
    ])
    await app.user.selectOptions(select('Printer'), 'TSC MB240T')
    expect(choices('Paper type')).toEqual(['None: printer only', 'Industrial', 'Small Industrial'])
  })

  test.each([
    ['TSC DA220', 'mobileLaminated', 'Laminated Mobile refill', '15', [15, 30, 45, 60]],
    ['TSC DA220', 'sixMilMobile', 'Six-mil Mobile refill', '20', [20, 40, 60, 80]],
    ['TSC DA220', 'mobileSmall', 'Small Mobile refill', '16', [16, 32, 48, 64]],
    ['TSC ALPHA-30RB', 'mobile', 'Mobile refill', '12', [12, 24, 36, 48, 60]],
    ['TSC MB240T', 'industrial', 'Industrial refill', '4', [4, 8, 12, 16, 20, 24]],
    ['TSC MB240T', 'industrialSmall', 'Small Industrial refill', '4', [4, 8, 12, 16, 20, 24]],
  ])('%s with %s fills %s with %s', async (printer, paper, label, fill, counts) => {
    const app = await open(off())
    await form()
    const last = String(counts.at(-1))
    await app.add(printer, paper, last)
    expect(select(label).value).toBe(fill)
    // What comes with a printer is always refilled.
    expect(choices(label)).toEqual(counts.map((count) => `${count} rolls`))
    const chosen = within(screen.getByRole('list', { name: 'Chosen printers' })).getByRole('listitem')
    expect(chosen.textContent).toContain(printer)
    expect(chosen.textContent).toContain(last)
  })

  test('stickers and black line come beside it, and a count that stands stays', async () => {
    const app = await open(off({ printers: [ALPHA], mobileRollRefillCount: 36 }))
    await form()
    await app.user.selectOptions(select('Printer'), 'TSC ALPHA-30RB')
    await app.user.selectOptions(select('Mobile Sticker rolls'), '25')
    await app.user.selectOptions(select('Black Line Mobile rolls'), '24')
    await app.press('Add printer')
    expect(select('Mobile refill').value).toBe('36')
    expect(select('Mobile Sticker refill').value).toBe('5')
    expect(select('Black Line Mobile refill').value).toBe('4')
    expect(choices('Mobile Sticker refill')).toEqual([5, 10, 15, 20, 25].map((count) => `${count} rolls`))
    expect(choices('Black Line Mobile refill')).toEqual([4, 8, 12, 16, 20, 24].map((count) => `${count} rolls`))
  })

  test('paper without a number of rolls is not added', async () => {
    const app = await open(off())
    await form()
    await app.add('TSC ALPHA-30RB', 'mobile')
    expect(screen.getByText('Please enter the number of rolls')).toBeTruthy()
    await focused(select('Number of rolls'))
    expect(screen.queryByRole('list', { name: 'Chosen printers' })).toBeNull()
    await app.user.selectOptions(select('Number of rolls'), '12')
    expect(screen.queryByText('Please enter the number of rolls')).toBeNull()
  })
})

describe('PAPER-4 the last printer of a family', () => {
  const DA220 = {
    ...ALPHA,
    _id: 'p2',
    name: 'TSC DA220',
    paperType: 'mobileLaminated',
    rollCount: 15,
    everyPaper: true,
  }
  const MB240 = { ...ALPHA, _id: 'p3', name: 'TSC MB240T', type: 'industrial', paperType: 'industrial', rollCount: 4 }
  const all = off({
    printers: [ALPHA, DA220, MB240],
    mobileRollRefillCount: 12,
    mobileLaminatedRollRefillCount: 15,
    industrialRollRefillCount: 4,
    nextMobileShipment: 'mobileLaminated',
    nextIndustrialShipment: 'industrial',
  })

  test('takes its refills with it, and no others', async () => {
    const app = await open(all)
    await form()
    const calls = on.subscribe(all)
    await app.press('Remove TSC DA220')
    expect(screen.queryByLabelText('Laminated Mobile refill')).toBeNull()
    expect(select('Mobile refill').value).toBe('12')
    expect(select('Next mobile shipment').value).toBe('mobile')
    await app.press('Remove TSC MB240T')
    expect(screen.queryByLabelText('Industrial refill')).toBeNull()
    await app.press('Enable Tagging Subscription')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(lastBody<Subscription>(calls)).toMatchObject({
      printers: [ALPHA],
      mobileRollRefillCount: 12,
      mobileLaminatedRollRefillCount: 0,
      industrialRollRefillCount: 0,
      nextMobileShipment: 'mobile',
      nextIndustrialShipment: '',
    })
  })

  test('that is not sold any more keeps its papers', async () => {
    await open({ ...all, printerCatalogue: SOLD.filter(({ everyPaper }) => !everyPaper) })
    await form()
    expect(choices('Printer')).toEqual(['', 'TSC ALPHA-30RB, mobile', 'TSC MB240T, industrial'])
    expect(select('Laminated Mobile refill').value).toBe('15')
  })

  test('of the mobile ones clears all of theirs', async () => {
    const app = await open(all)
    await form()
    await app.press('Remove TSC DA220')
    await app.press('Remove TSC ALPHA-30RB')
    expect(screen.queryByLabelText('Mobile refill')).toBeNull()
    expect(select('Industrial refill').value).toBe('4')
  })
})

test('PAPER-6 Australia has no DA220 and none of its papers', async () => {
  const app = await open(off({ country: 'Australia', printerCatalogue: SOLD.filter(({ everyPaper }) => !everyPaper) }))
  await form()
  expect(choices('Printer')).toEqual(['', 'TSC ALPHA-30RB, mobile', 'TSC MB240T, industrial'])
  await app.add('TSC ALPHA-30RB', 'mobile', '12')
  expect(choices('Paper type')).toEqual(['None: printer only'])
  expect(
    screen.getAllByLabelText(/refill$/).map(({ id }) => document.querySelector(`[for="${id}"]`)?.textContent),
  ).toEqual(['Mobile refill', 'Mobile Sticker refill', 'Black Line Mobile refill'])
})

describe('PAPER-7 the rest of the form', () => {
  test('all of it is sent', async () => {
    const app = await open(off({ printers: [ALPHA] }))
    await form()
    const calls = on.subscribe(off({ taggingActive: 'pending' }))
    await app.user.clear(screen.getByLabelText('Paper size'))
    await app.user.type(screen.getByLabelText('Paper size'), '5"')
    await app.user.type(screen.getByLabelText('Promotional fee'), '99.50')
    for (const flag of [
      'Paper discount',
      'Email the team when there is something to ship',
      'Stop auto replenishment',
      'Custom paper',
    ]) {
      await app.user.click(screen.getByLabelText(flag))
    }
    await app.press('Add custom industrial rolls')
    await app.user.type(screen.getByLabelText('Date 1'), '2026-10-01')
    await app.user.type(screen.getByLabelText('Rolls 1'), '40')
    await app.press('Enable Tagging Subscription')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(lastBody(calls)).toMatchObject({
      paperSize: '5"',
      promotionalFee: 9950,
      paperDiscount: true,
      sendFullfillmentEmail: true,
      stopAutoReplenishment: true,
      hasCustomPaper: true,
      customPaperRolls: [{ date: '2026-10-01', count: 40 }],
      customMobileRolls: [],
      shippingAddress: ADDRESS,
      version: 7,
    })
  })

  test('what is no number or no day is said beside it', async () => {
    const app = await open(off({ printers: [ALPHA], hasCustomPaper: true }))
    await form()
    await app.user.type(screen.getByLabelText('Promotional fee'), 'ten')
    await app.press('Add custom mobile rolls')
    await app.press('Enable Tagging Subscription')
    expect(screen.getByText('Please enter an amount up to $100,000.00.')).toBeTruthy()
    expect(screen.getByText('Please choose a day.')).toBeTruthy()
    expect(screen.getByText('Please enter a whole number from 1 to 10,000.')).toBeTruthy()
    expect(costs().getByText('The costs cannot be shown right now.')).toBeTruthy()
  })

  test('prices are not for everybody', async () => {
    await open(off(), ['companies'])
    await form()
    const locked = screen.getByRole('group', { name: 'Prices' })
    expect(locked).toHaveProperty('disabled', true)
    expect(locked.textContent).toContain('Only those who set prices can change these.')
  })
})

describe('PAPER-8 the cost list', () => {
  const lines = (quote: Quote): Cost[] => [
    ...(quote.printers ?? []).map(({ name }, at) => ({ description: name, cost: 10_001 * (at + 1) })),
    { description: 'Tagging setup fee', cost: quote.promotionalFee ?? 25_000 },
  ]
  const shown = () =>
    costs()
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent).join(' '))

  test('follows each choice, and its total is the sum of its lines', async () => {
    const app = await open(off())
    const calls = on.quote(() => lines(lastBody<Quote>(calls)))
    await form()
    await waitFor(() => expect(shown()).toEqual(['Tagging setup fee $250.00', 'Total in US dollars $250.00']))
    await app.add('TSC ALPHA-30RB', 'mobile', '12')
    await waitFor(() =>
      expect(shown()).toEqual(['TSC ALPHA-30RB $100.01', 'Tagging setup fee $250.00', 'Total in US dollars $350.01']),
    )
    await app.user.type(screen.getByLabelText('Promotional fee'), '0')
    await waitFor(() => expect(shown().slice(-2)).toEqual(['Tagging setup fee $0.00', 'Total in US dollars $100.01']))
    await app.press('Remove TSC ALPHA-30RB')
    await waitFor(() => expect(shown()).toEqual(['Tagging setup fee $0.00', 'Total in US dollars $0.00']))
    expect(lastBody(calls)).toEqual({ printers: [], promotionalFee: 0, taggingActive: false })
  })

  test('a late answer never wins over a newer one', async () => {
    const waiting: (() => void)[] = []
    const app = await open(off())
    const calls = on.quote(async () => {
      const quote = lastBody<Quote>(calls)
      if (quote.printers?.length === 1) await new Promise<void>((answer) => waiting.push(answer))
      return lines(quote)
    })
    await form()
    await waitFor(() => expect(shown()).toHaveLength(2))
    await app.add('TSC ALPHA-30RB')
    await waitFor(() => expect(waiting).toHaveLength(1))
    expect(costs().getByRole('status').getAttribute('aria-busy')).toBe('true')
    await app.add('TSC MB240T')
    await waitFor(() => expect(shown()).toHaveLength(4))
    waiting[0]?.()
    await app.settled()
    expect(shown()).toHaveLength(4)
    expect(costs().getByRole('status').getAttribute('aria-busy')).toBe('false')
  })

  test('no answer is no list, until it is asked for again', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const app = await open(off())
    let broken = true
    const calls = on.quote(() => (broken && lastBody<Quote>(calls).printers?.length ? failure(500, 'No.') : lines({})))
    await form()
    await waitFor(() => expect(shown()).toHaveLength(2))
    await app.add('TSC ALPHA-30RB')
    expect(await costs().findByText('The costs cannot be shown right now. No.')).toBeTruthy()
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
    broken = false
    await app.user.click(costs().getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(shown()).toHaveLength(2))
    expect(costs().queryByText(/cannot be shown/)).toBeNull()
  })
})

test('PAPER-9 what is missing is said, and nothing is sent', async () => {
  const app = await open(off({ shippingAddress: farm().shippingAddress }))
  await form()
  const calls = on.subscribe(off())
  await app.press('Enable Tagging Subscription')
  for (const words of [
    'Please add at least one printer.',
    'Name is required.',
    'Address 1 is required.',
    'City is required.',
    'State is required.',
    'Zip Code is required.',
    'Country is required.',
  ]) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  await focused(screen.getByText('Please add at least one printer.'))
  expect(calls).toEqual([])
})

describe('PAPER-10 warnings', () => {
  const MONEY = 'Printers that are removed are not refunded. Printers that are added are charged automatically.'

  test('of what is charged and what is not refunded, on an active one', async () => {
    const app = await edit(active())
    expect(screen.getByText(MONEY)).toBeTruthy()
    await app.press('Remove TSC ALPHA-30RB')
    expect(screen.getByText('Removed when you save, and not refunded: TSC ALPHA-30RB.')).toBeTruthy()
    await app.add('TSC MB240T')
    expect(screen.getByRole('list', { name: 'Chosen printers' }).textContent).toContain('New: charged when you save.')
  })

  test('not before that', async () => {
    await open(off())
    await form()
    expect(screen.queryByText(MONEY)).toBeNull()
  })

  test.each([true, false])('of a payment method: has one, %s', async (hasPaymentMethod) => {
    await open(off({ hasPaymentMethod }))
    await form()
    const words = 'This farm has no payment method. It must visit the billing settings in the main app first.'
    expect(Boolean(screen.queryByText(words))).toBe(!hasPaymentMethod)
  })
})

describe('PAPER-12 enabling and changing', () => {
  test('is pending until it is paid; sent again though nothing changed', async () => {
    const app = await open(off({ printers: [ALPHA], mobileRollRefillCount: 12, nextMobileShipment: 'mobile' }))
    await form()
    const pending = off({
      taggingActive: 'pending',
      taggingInvoiceAmount: 53_900,
      printers: [ALPHA],
      mobileRollRefillCount: 12,
      nextMobileShipment: 'mobile',
      version: 9,
    })
    const calls = on.subscribe(pending)
    await app.press('Enable Tagging Subscription')
    expect(await screen.findByText(/^Success. Changes have been saved. The farm gets its setup invoice/)).toBeTruthy()
    expect(screen.getByText(/^Pending: the setup invoice of \$539.00 has not been paid yet/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resend the setup email' })).toBeTruthy()
    await app.press('Enable Tagging Subscription')
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls.map(({ headers }) => headers.get('Idempotency-Key')).every(Boolean)).toBe(true)
    expect(calls[0]?.headers.get('Idempotency-Key')).not.toBe(calls[1]?.headers.get('Idempotency-Key'))
    expect(lastBody(calls)).toMatchObject({ version: 9 })
  })

  test('an update leads back to what is read, and says so', async () => {
    const app = await edit(active())
    await app.user.selectOptions(select('Mobile refill'), '24')
    const calls = on.subscribe(active({ mobileRollRefillCount: 24, version: 8 }))
    await app.press('Update Tagging Subscription')
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'Edit Paper & Printers' })).toBeNull()
    expect(lastBody(calls)).toMatchObject({ mobileRollRefillCount: 24, printers: [ALPHA], version: 7 })
  })

  test('two editors: theirs are taken, and a payment meanwhile is said', async () => {
    const app = await open(off({ taggingActive: 'pending', printers: [ALPHA], mobileRollRefillCount: 12 }))
    await form()
    const paid = active({ version: 9, paperSize: '5"' })
    const calls = on.subscribe(() =>
      lastBody<Subscription>(calls).version === 9
        ? active({ version: 10 })
        : failure(409, 'Somebody else changed this.'),
    )
    const stored = later<FarmRecord>()
    const asked = on.farm(stored.reply)
    await app.user.selectOptions(select('Mobile refill'), '24')
    await app.press('Enable Tagging Subscription')
    // Being paid moves the form elsewhere on the page.
    await waitFor(() => expect(asked).toHaveLength(1))
    stored.give(paid)
    const news = await screen.findByRole('region', { name: 'Somebody else changed this farm meanwhile.' })
    expect(news.textContent).toContain('Subscriptionpending active')
    expect(news.textContent).toContain('Paper size7" 5"')
    await app.press('Update Tagging Subscription')
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(lastBody(calls)).toMatchObject({ version: 9, paperSize: '5"', mobileRollRefillCount: 24 })
  })

  test('what the server refuses of a printer is said with the printers', async () => {
    const app = await open(off({ printers: [ALPHA] }))
    await form()
    on.subscribe(() => failure(400, 'because [No]', { 'printers.0.name': 'That printer is not in the catalogue' }))
    await app.press('Enable Tagging Subscription')
    await focused(await screen.findByText('That printer is not in the catalogue'))
  })

  test('what was typed is there again', async () => {
    const app = await open(off())
    await form()
    await app.add('TSC MB240T', 'industrial', '8')
    await app.user.click(screen.getByRole('tab', { name: 'Farm Info' }))
    await app.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('list', { name: 'Chosen printers' }).textContent).toContain('TSC MB240T')
  })

  test.each([
    ['pending', 'Cancel the subscription'],
    [true, 'End the subscription'],
  ] as const)('%s: %s, once it is confirmed', async (taggingActive, name) => {
    const app = await open(off({ taggingActive, printers: [ALPHA] }))
    const calls = on.endSubscription(off())
    await app.user.click(await screen.findByRole('button', { name }))
    expect(calls).toEqual([])
    const question = await screen.findByRole('dialog')
    expect(question.textContent?.includes('will be voided')).toBe(taggingActive === 'pending')
    await app.user.click(within(question).getByRole('button', { name }))
    await waitFor(() => expect(calls).toHaveLength(1))
    await form()
    expect(screen.getByText('Not active')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Enable Tagging Subscription' })).toBeTruthy()
  })
})

describe('PAPER-11 Send more paper', () => {
  async function more(record = active(), permissions?: string[]) {
    const app = await open(record, permissions)
    await app.user.click(await screen.findByRole('button', { name: 'Send more paper' }))
    const sheet = await screen.findByRole('form', { name: 'Send more paper' })
    return { ...app, sheet, send: () => app.user.click(screen.getByRole('button', { name: 'Send paper' })) }
  }

  test('none chosen is said', async () => {
    const app = await more()
    const calls = on.sendPaper({ message: '' })
    await app.send()
    await focused(await screen.findByText('Please select how many rolls of paper you would like to send'))
    expect(calls).toEqual([])
  })

  test('offers only paper that the printers take, and says the price before', async () => {
    const app = await more()
    const rolls = within(app.sheet).getAllByRole('spinbutton')
    expect(rolls.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Mobile rolls',
      'Mobile Sticker rolls',
      'Black Line Mobile rolls',
    ])
    const asked = on.morePaper([
      { description: '12 rolls of mobile paper', cost: 10_800 },
      { description: 'Shipping of mobile paper', cost: 1800 },
    ])
    await app.user.type(screen.getByLabelText('Mobile rolls'), '12')
    expect(await within(app.sheet).findByText('$126.00')).toBeTruthy()
    expect(asked.at(-1)?.body).toEqual({ mobileRolls: 12, sendForFree: false, sendFulfillmentEmail: false })
  })

  test('is sent, for free too, and then once more', async () => {
    const app = await more()
    const calls = on.sendPaper({ message: 'Paper has been sucessfully sent!' })
    await app.user.type(screen.getByLabelText('Mobile rolls'), '12')
    await app.user.type(screen.getByLabelText('Mobile Sticker rolls'), '5')
    await app.user.click(screen.getByLabelText('Send for free'))
    expect(screen.getByText('Nothing will be charged, not even shipping.')).toBeTruthy()
    await app.send()
    expect(await screen.findByText('Paper has been sucessfully sent!')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([
      { mobileRolls: 12, mobileStickerRolls: 5, sendForFree: true, sendFulfillmentEmail: false },
    ])
    await app.press('Send More.')
    expect(screen.getByLabelText<HTMLInputElement>('Mobile rolls').value).toBe('')
  })

  test('a refusal stands within the sheet, and what was typed stays', async () => {
    const app = await more()
    on.sendPaper(() => failure(409, 'This farm has no active tagging subscription.'))
    await app.user.type(screen.getByLabelText('Mobile Sticker rolls'), '4')
    await app.send()
    const alert = await within(screen.getByRole('dialog')).findByRole('alert')
    expect(alert.textContent).toBe('This farm has no active tagging subscription.')
    expect(screen.getByLabelText<HTMLInputElement>('Mobile Sticker rolls').value).toBe('4')
  })

  test('Australia has fewer papers; without the right to prices nothing is free', async () => {
    await more(active({ country: 'Australia' }), ['companies'])
    expect(screen.queryByLabelText('Laminated Mobile rolls')).toBeNull()
    expect(screen.queryByLabelText('Send for free')).toBeNull()
    expect(screen.getByLabelText('Black Line Mobile rolls')).toBeTruthy()
  })
})

describe('SUB-4 what staff do to a stock', () => {
  test('an adjustment says by how much and why', async () => {
    const app = await open(active())
    await app.user.click(await screen.findByRole('button', { name: 'Adjust the stock' }))
    const calls = on.adjustPaper(active({ version: 8 }))
    await app.user.click(await screen.findByRole('button', { name: 'Adjust' }))
    expect(screen.getByText('Please enter a whole number, with a minus sign to take away.')).toBeTruthy()
    expect(screen.getByText('Please say why.')).toBeTruthy()
    await app.user.type(screen.getByLabelText('Tags more or less'), '-40')
    await app.user.type(screen.getByLabelText('Reason'), 'Misprints')
    await app.press('Adjust')
    expect(await screen.findByText('The stock of Mobile has been adjusted.')).toBeTruthy()
    expect(lastBody(calls)).toEqual({ kind: 'byDate', type: 'mobile', delta: -40, reason: 'Misprints' })
  })

  test('a hold has a reason', async () => {
    const app = await open(active())
    await app.user.click(await screen.findByRole('button', { name: 'Hold shipments' }))
    const sheet = within(await screen.findByRole('dialog'))
    const calls = on.placeHold(active({ version: 8 }))
    await app.user.selectOptions(await sheet.findByLabelText('Paper type'), 'industrial')
    await app.user.type(sheet.getByLabelText('Reason'), 'Closed for the winter')
    await app.user.click(sheet.getByRole('button', { name: 'Hold shipments' }))
    expect(
      await screen.findByText('Shipments of Industrial are on hold. The farm has been told by email.'),
    ).toBeTruthy()
    expect(calls[0]?.url.pathname).toBe('/api/farms/farm-1/shipmentHold/industrial')
    expect(lastBody(calls)).toEqual({ reason: 'Closed for the winter' })
  })
})
