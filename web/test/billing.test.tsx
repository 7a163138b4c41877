import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Invoice } from '@/api'
import { farm, invoice, page, standing, user } from './data'
import { renderApp } from './render'
import { failure, on, signedIn } from './server'

const PAID = 'Invoice successfully paid!'
const panel = (name: string) => screen.findByRole('region', { name })
const pageOf = (rows: Invoice[], total = rows.length) => ({ ...page([], total), data: rows })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A press on a link that leads away; happy-dom has nowhere to go. */
const leaves = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)

const cents = (text: string | null | undefined) => Math.round(Number(text?.replace(/[$,]/g, '')) * 100)

describe('FARM-6 an invoice', () => {
  function open(part: Partial<Invoice> = {}) {
    signedIn('manager')
    on.invoice(invoice(part))
    return renderApp('/manage/farm-1/in-7')
  }

  test('has its lines and their sum, its state and whom it is for', async () => {
    open()
    const lines = await panel('Setup of the tagging subscription')
    const rows = [...lines.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['TSC ALPHA-30RB', '$289.00'],
      ['12 rolls of mobile paper, included', '$0.00'],
      ['Tagging setup fee', '$250.05'],
      ['Total in US dollars', '$539.05'],
    ])
    const amounts = rows.map(([, amount]) => cents(amount))
    expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1))
    expect(amounts.at(-1)).toBe(invoice().total)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Invoice M-1001')
    expect((await panel('M-1001')).textContent).toContain(
      'StateWaiting for paymentDate20 Nov 2026Due20 Dec 2026Billed toSalish Sea Test Beds, 12 Tide Street',
    )
  })

  test.each([
    ['open', true],
    ['paid', false],
    ['void', false],
  ] as const)(
    'in the list and on its page the state of one that is %s has the colour of what waits: %s',
    async (state, waits) => {
      const one = invoice({ state, pay: 'none' })
      on.invoices(page([one]))
      const words = { open: 'Waiting for payment', paid: 'Paid', void: 'Void' }[state]
      const has = (shown: HTMLElement) => shown.className.includes('waiting')
      signedIn('manager')
      renderApp('/manage/farm-1/invoices')
      const row = within(await screen.findByRole('table')).getAllByRole('row')[1] as HTMLElement
      expect(has(within(row).getByText(words))).toBe(waits)
      cleanup()
      open({ state, pay: 'none' })
      expect(has(within(await panel('M-1001')).getByText(words))).toBe(waits)
    },
  )

  test('SUB-10 is paid in the demo, once, and leads back to the words', async () => {
    const app = open()
    const calls = on.pay(() => {
      on.invoice(invoice({ state: 'paid', pay: 'none' }))
      on.farm(farm({ taggingActive: true }))
      return { url: '/manage/farm-1?invoicePaid=true' }
    })
    await app.user.click(await screen.findByRole('button', { name: 'Pay $539.05' }))
    expect(calls).toHaveLength(0)
    const question = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    expect(question.getByText('Invoice M-1001 will be paid now.')).toBeTruthy()
    await app.user.dblClick(question.getByRole('button', { name: 'Pay $539.05' }))
    expect(await screen.findByText(PAID)).toBeTruthy()
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1?tab=tagging'))
    expect(screen.getByText(PAID)).toBeTruthy()
    expect(calls).toHaveLength(1)
    await waitFor(async () => expect((await panel('Your Merroir Services')).textContent).toContain('Active'))
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(PAID)).toBeNull()
    expect(app.address()).toBe('/manage/farm-1?tab=tagging')
  })

  test("is paid on the provider's page, and waits here for word of it", async () => {
    const app = open({ provider: 'stripe', pay: 'page' })
    const left = leaves()
    on.pay({ url: 'https://pay.example/1' })
    await app.user.click(await screen.findByRole('button', { name: 'Pay $539.05' }))
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay $539.05' }))
    await waitFor(() => expect(left.mock.calls).toEqual([['https://pay.example/1']]))
    expect(await screen.findByText(/^Waiting for confirmation that invoice M-1001 is paid/)).toBeTruthy()
    on.invoice(invoice({ state: 'paid', pay: 'none', provider: 'stripe' }))
    expect(await screen.findByText(PAID)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  test('that cannot be paid yet says why, and stays', async () => {
    const app = open({ provider: 'stripe', pay: 'page' })
    on.pay(() => failure(503, 'The page for the payment is being made. Please try again in a moment.'))
    await app.user.click(await screen.findByRole('button', { name: 'Pay $539.05' }))
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay $539.05' }))
    expect((await screen.findByRole('alert')).textContent).toContain('is being made')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'Pay $539.05' })).toBeTruthy()
  })

  test('by hand is paid by a transfer with its number', async () => {
    open({ pay: 'transfer' })
    expect(await screen.findByText(/^Please transfer \$539.05 with M-1001 as the reference/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  const payment = {
    cents: 53_905,
    provider: 'stripe' as const,
    reference: 'pi_1',
    who: 'stripe',
    at: Date.UTC(2026, 10, 21, 20),
  }
  test.each<[string, Partial<Invoice>, string[]]>([
    [
      'a card that failed',
      { attempts: 2, trouble: 'Your card was declined.', nextAttemptAt: Date.UTC(2026, 10, 23, 22), pay: 'page' },
      ['Waiting for payment', 'charged 2 times: Your card was declined. It will be tried again on 23 Nov 2026.'],
    ],
    ['paid', { state: 'paid', payment, pay: 'none' }, ['StatePaid', '$539.05 by card, 21 Nov 2026, 12:00 PST']],
    ['on its way back', { state: 'paid', payment, refunding: true, pay: 'none' }, ['Paid, refund under way']],
    [
      'refunded',
      { state: 'refunded', payment, refund: { ...payment, provider: 'hand', reference: 'broken' }, pay: 'none' },
      ['StateRefunded', '$539.05 by hand', 'Reference: broken'],
    ],
    [
      'void',
      { state: 'void', voidedAt: payment.at, note: 'Replaced', pay: 'none' },
      ['StateVoid', 'Void21 Nov 2026, 12:00 PST: Replaced'],
    ],
  ])('%s', async (_, part, words) => {
    open(part)
    await panel('History')
    const text = document.body.textContent
    for (const each of words) expect(text).toContain(each)
    expect(screen.queryByRole('button', { name: /^Pay/ }) === null).toBe(part.pay === 'none')
  })

  test('that is not there says so, with the way to the others', async () => {
    signedIn('manager')
    on.invoice(() => failure(404, 'No such invoice.'))
    renderApp('/manage/farm-1/other')
    expect(await screen.findByText('This farm has no such invoice.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All invoices' }).getAttribute('href')).toBe('/manage/farm-1/invoices')
  })

  test('that could not be fetched is asked for again', async () => {
    signedIn('manager')
    on.invoice(() => failure(500, 'Broken.'))
    const app = renderApp('/manage/farm-1/in-7')
    await screen.findByText('Broken.')
    on.invoice(invoice())
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await panel('M-1001')).toBeTruthy()
  })
})

describe('SUB-10 the return from a payment', () => {
  const open = (part: Partial<Invoice>, setup = 'in-7') => {
    signedIn('manager')
    on.farm(farm({ taggingActive: 'pending', taggingSetupInvoice: setup }))
    const looks = on.invoice(invoice(part))
    return { looks, ...renderApp('/manage/farm-1?invoicePaid=true') }
  }

  test.each([
    ['long ago', Date.now() - 3_600_000],
    ['at an unknown time', null],
  ])('the address alone says nothing of an invoice that was paid %s, and is cleaned', async (_, paidAt) => {
    const app = open({ state: 'paid', paidAt })
    await screen.findByText('Your Merroir Services')
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1?tab=tagging'))
    expect(screen.queryByText(PAID)).toBeNull()
  })

  test('a payment in another tab is told of once', async () => {
    const app = open({ state: 'paid', paidAt: Date.now() - 1000 })
    expect(await screen.findByText(PAID)).toBeTruthy()
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1?tab=tagging'))
    expect(screen.getByText(PAID)).toBeTruthy()
  })

  test('the address alone says nothing: an open invoice is waited for, until the server knows it as paid', async () => {
    on.standing(standing({ open: 1, owed: 59_900 }))
    open({ pay: 'page' })
    expect(await screen.findByText(/^Waiting for confirmation that invoice M-1001 is paid/)).toBeTruthy()
    await waitFor(async () => expect((await panel('Billing')).textContent).toContain('To be paid$599.00 for 1 invoice'))
    expect(screen.queryByText(PAID)).toBeNull()
    on.standing(standing({}))
    on.farm(farm({ taggingActive: true, taggingSetupInvoice: 'in-7' }))
    on.invoice(invoice({ state: 'paid' }))
    expect(await screen.findByText(PAID)).toBeTruthy()
    expect(await screen.findByText('Active')).toBeTruthy()
    await waitFor(async () => expect((await panel('Billing')).textContent).toContain('To be paidNothing'))
  })

  test('the waiting gives up in words, and may be begun again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const app = open({ pay: 'page', provider: 'stripe' })
    await screen.findByText(/^Waiting for confirmation/)
    const asked = on.pay({ url: 'https://pay.example/1' })
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await screen.findByText(/^We have not heard yet that invoice M-1001 is paid/)).toBeTruthy()
    vi.useRealTimers()
    on.invoice(invoice({ state: 'paid' }))
    await app.user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText(PAID)).toBeTruthy()
    // The server looks at the provider when it is asked for its page.
    expect(asked).toHaveLength(1)
  })

  test('Check again pays nothing in the demo, where asking is paying', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const app = open({ pay: 'demo' })
    await screen.findByText(/^Waiting for confirmation/)
    const asked = on.pay({ url: '/manage/farm-1?invoicePaid=true' })
    await vi.advanceTimersByTimeAsync(61_000)
    await screen.findByText(/^We have not heard yet/)
    vi.useRealTimers()
    await app.user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText(/^Waiting for confirmation/)).toBeTruthy()
    expect(asked).toHaveLength(0)
  })

  test.each([
    ['void', /^Invoice M-1001 is void\. There is nothing to pay/],
    ['refunded', /^Invoice M-1001 was refunded/],
  ] as const)('an invoice that is %s is no success', async (state, words) => {
    sessionStorage.setItem('paying farm-1', 'in-7')
    open({ state })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText(PAID)).toBeNull()
  })

  test('a farm without any invoice shows nothing, and a server that fails says so', async () => {
    open({}, '')
    await screen.findByText('Your Merroir Services')
    expect(screen.queryByText(/word/)).toBeNull()
  })

  test('an answer that fails may be asked for again', async () => {
    signedIn('manager')
    on.farm(farm({ taggingActive: 'pending', taggingSetupInvoice: 'in-7' }))
    on.invoice(() => failure(500, 'Broken.'))
    const app = renderApp('/manage/farm-1?invoicePaid=true')
    await screen.findByText('Broken.')
    on.invoice(invoice({ state: 'paid', paidAt: Date.now() }))
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(PAID)).toBeTruthy()
  })
})

describe('the invoices of a farm', () => {
  test.each([
    ['manager', '/manage/farm-1/invoices', '/manage/farm-1/in-7'],
    ['admin', '/farms/farm-1/invoices', '/farms/farm-1/invoices/in-7'],
  ] as const)('are listed for the %s, each with its page', async (who, address, first) => {
    signedIn(who)
    on.invoices(pageOf([invoice(), invoice({ _id: 'in-6', title: 'Paper refill', state: 'paid', total: 12_650 })]))
    renderApp(address)
    const link = await screen.findByRole('link', { name: 'Setup of the tagging subscription' })
    expect(link.getAttribute('href')).toBe(first)
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(rows).toEqual([
      'Setup of the tagging subscriptionM-100120 Nov 2026Waiting for payment$539.05',
      'Paper refillM-100120 Nov 2026Paid$126.50',
    ])
  })

  test('of one state, page by page, in the address', async () => {
    signedIn('manager')
    const calls = on.invoices(pageOf([invoice()], 30))
    const app = renderApp('/manage/farm-1/invoices')
    await app.user.selectOptions(await screen.findByLabelText('State'), 'open')
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1/invoices?state=open'))
    await app.user.click(await screen.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(calls.at(-1)?.url.search).toBe('?state=open&page=2&limit=20'))
  })

  test.each([
    ['', 'No invoices yet.'],
    ['?state=void', 'No invoice is in that state.'],
  ])('none of %j', async (query, words) => {
    signedIn('manager')
    on.invoices(pageOf([]))
    renderApp(`/manage/farm-1/invoices${query}`)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('what a farm owes, and its card', () => {
  const open = (part: Parameters<typeof standing>[0]) => {
    signedIn('manager')
    on.farm(farm({ taggingActive: true }))
    on.standing(standing(part))
    return renderApp('/manage/farm-1?tab=tagging')
  }

  test.each<[Parameters<typeof standing>[0] & object, string]>([
    [{ open: 2, owed: 26_400 }, 'To be paid$264.00 for 2 invoicesPaid byInvoice, due in 30 days'],
    [{ provider: 'stripe', card: 'visa ending in 4242' }, 'To be paidNothingPaid byvisa ending in 4242'],
    [{ provider: 'stripe' }, 'To be paidNothingPaid byNo card saved yet'],
  ])('%j', async (part, words) => {
    open(part)
    await waitFor(async () => expect((await panel('Billing')).querySelector('dl')?.textContent).toBe(words))
    const buttons = within(await panel('Billing')).queryAllByRole('button', { name: /card/ })
    expect(buttons.length > 0).toBe(part.provider === 'stripe')
  })

  test('another card is given at the provider, and waited for by who comes back', async () => {
    const app = open({ provider: 'stripe', card: 'visa ending in 4242' })
    const left = leaves()
    const calls = on.cardPage({ url: 'https://card.example/1' })
    await app.user.click(await screen.findByRole('button', { name: 'Change card' }))
    await waitFor(() => expect(left.mock.calls).toEqual([['https://card.example/1']]))
    expect(calls).toHaveLength(1)
    cleanup()
    open({ provider: 'stripe', card: 'visa ending in 4242' })
    const waits = 'A card that you have just saved will appear here within a minute.'
    expect(await screen.findByText(waits)).toBeTruthy()
    cleanup()
    open({ provider: 'stripe', card: 'visa ending in 4242' })
    expect(await screen.findByText(waits)).toBeTruthy()
    on.standing(standing({ provider: 'stripe', card: 'visa ending in 1881' }))
    expect(await screen.findByText('visa ending in 1881')).toBeTruthy()
    expect(screen.queryByText(waits)).toBeNull()
    cleanup()
    open({ provider: 'stripe', card: 'visa ending in 1881' })
    expect(await screen.findByText('visa ending in 1881')).toBeTruthy()
    expect(screen.queryByText(waits)).toBeNull()
  })

  test('the card is removed after a question', async () => {
    const app = open({ provider: 'stripe', card: 'visa ending in 4242' })
    const calls = on.removeCard(standing({ provider: 'stripe', hasPaymentMethod: false }))
    await app.user.click(await screen.findByRole('button', { name: 'Remove card' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('visa ending in 4242 will be removed.')
    expect(calls).toHaveLength(0)
    await app.user.click(within(dialog).getByRole('button', { name: 'Remove card' }))
    expect(await screen.findByText('Your card has been removed.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save a card' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove card' })).toBeNull()
  })

  test('a standing that does not come is asked for again', async () => {
    signedIn('manager')
    on.farm(farm({ taggingActive: true }))
    on.standing(() => failure(500, 'Broken.'))
    const app = renderApp('/manage/farm-1?tab=tagging')
    await screen.findByText('Broken.')
    on.standing(standing({ open: 1, owed: 100 }))
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('$1.00 for 1 invoice')).toBeTruthy()
  })
})

describe('payments and refunds that staff note', () => {
  const payment = {
    cents: 53_905,
    provider: 'hand' as const,
    reference: 'Wire 8',
    who: 'root',
    at: Date.UTC(2026, 10, 21),
  }
  const paid = invoice({ state: 'paid', payment, pay: 'none' })

  function open(value: Invoice, permissions: string[] = ['pricing']) {
    signedIn('admin')
    on.my({ ...user('admin'), permissions } as never)
    on.invoice(value)
    return renderApp('/farms/farm-1/invoices/in-7')
  }

  test.each([
    [
      'Record a payment',
      'Reference of the transfer or cheque',
      invoice(),
      paid,
      'recordPayment',
      'The payment has been recorded.',
    ],
    [
      'Refund',
      'Reference and reason',
      paid,
      invoice({ state: 'refunded', payment, refund: { ...payment, reference: 'Wire 9' }, pay: 'none' }),
      'recordRefund',
      'The refund has been recorded.',
    ],
  ] as const)(
    '%s: says what it does, wants a reference, and is sent once',
    async (action, label, before, after, call, done) => {
      const app = open(before)
      await app.user.click(await screen.findByRole('button', { name: action }))
      const form = await screen.findByRole('form', { name: action })
      expect(form.textContent).toContain('$539.05')
      const calls = on[call](() => failure(503, 'Not yet.'))
      const send = () => app.user.dblClick(within(form).getByRole('button', { name: action }))
      await send()
      expect(form.textContent).toContain('Please enter a reference')
      expect(calls).toHaveLength(0)
      await app.user.type(within(form).getByLabelText(label), 'Wire 9')
      await send()
      await within(form).findByText('Not yet.')
      const again = on[call](after)
      on.invoice(after)
      await send()
      expect(await screen.findByText(done)).toBeTruthy()
      const keys = [...calls, ...again].map(({ headers }) => headers.get('Idempotency-Key'))
      expect(new Set(keys).size).toBe(1)
      expect(again.map(({ body }) => body)).toEqual([{ reference: 'Wire 9' }])
      await waitFor(() => expect(screen.queryByRole('button', { name: action })).toBeNull())
    },
  )

  test('only by who sets prices', async () => {
    open(invoice(), ['companies'])
    expect(await screen.findByText('Only people who set prices can record payments and refunds here.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Record a payment' })).toBeNull()
  })

  test.each([
    ['void', invoice({ state: 'void', pay: 'none' })],
    ['being refunded', { ...paid, refunding: true }],
  ] as const)('not of one that is %s', async (_, value) => {
    open(value)
    await panel('History')
    expect(screen.queryByRole('button', { name: /Record|Refund/ })).toBeNull()
  })
})
