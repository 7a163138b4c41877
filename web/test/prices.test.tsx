import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { NewPrices, Prices } from '@/api'
import { dayIn } from '@/shared/lib/days'
import { farm, user } from './data'
import { focused, renderApp } from './render'
import { failure, lastBody, on, signedIn } from './server'

const prices = (part: Partial<Prices> = {}): Prices => ({
  _id: '',
  from: '',
  inForce: true,
  username: '',
  createdAt: 0,
  printers: [
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
  ],
  paperCosts: farm().paperCosts,
  taggingSetupFee: 25_000,
  refillSoftwareFee: 0,
  taxRates: {},
  ...part,
})
const set = (part: Partial<Prices>) =>
  prices({ _id: 'p2', from: '2091-01-01', inForce: false, username: 'ann', createdAt: Date.UTC(2026, 10, 20), ...part })

async function open(history = [prices()], permissions = ['pricing']) {
  signedIn('admin')
  on.my({ ...user('admin'), permissions })
  on.prices({ data: history })
  const app = renderApp('/admin/prices')
  await screen.findByRole('region', { name: 'Price list' })
  return app
}

async function edit(history?: Prices[]) {
  const app = await open(history)
  await app.user.click(screen.getByRole('button', { name: 'Edit Price list' }))
  const form = within(await screen.findByRole('form', { name: 'Edit Price list' }))
  const figure = (group: string, label: string) =>
    within(form.getByRole('group', { name: group })).getByLabelText<HTMLInputElement>(label)
  const put = async (group: string, label: string, text: string) => {
    await app.user.clear(figure(group, label))
    await app.user.type(figure(group, label), text)
  }
  return {
    ...app,
    form,
    figure,
    put,
    send: () => app.user.click(form.getByRole('button', { name: 'Change the prices' })),
  }
}

describe('PAPER-2 PAPER-13 the price list', () => {
  test('what stands, what is to come, and what was before', async () => {
    await open([set({ taggingSetupFee: 30_000 }), prices()])
    const printer = within(screen.getByRole('region', { name: 'TSC DA220' }))
    expect(printer.getByText('$520.00')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Fees' }).textContent).toContain('$250.00')
    const rows = within(screen.getByRole('region', { name: 'Changes' })).getAllByRole('row')
    expect(rows[1]?.textContent).toContain('1 Jan 2091')
    expect(rows[1]?.textContent).toContain('To come')
    expect(rows[1]?.textContent).toContain('ann, 20 Nov 2026')
    expect(rows[1]?.textContent).toContain('Fees, Tagging setup fee: $250.00 to $300.00')
    expect(rows[2]?.textContent).toContain('In force')
  })

  test('is only read by those who may not set it', async () => {
    await open([prices()], ['companies'])
    expect(screen.queryByRole('button', { name: 'Edit Price list' })).toBeNull()
  })

  test('a change is dated, said and confirmed', async () => {
    const app = await edit()
    const calls = on.setPrices(set({}))
    await app.put('TSC DA220', 'With paper, in Australia', '530')
    await app.put('Mobile paper', 'Rolls in a pack', '6')
    await app.put('Tax', 'Canada, %', '5.5')
    const review = within(app.form.getByRole('region', { name: 'What changes' }))
    expect(review.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'TSC DA220, With paper, in Australia: $520.00 to $530.00',
      'Mobile paper, Rolls in a pack: 4 to 6',
      'Tax, Canada: 0.0% to 5.5%',
    ])
    await app.send()
    await focused(await app.form.findByText('Please confirm the change.'))
    expect(calls).toEqual([])
    await app.user.click(app.form.getByLabelText('These prices are correct'))
    await app.send()
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    const sent = lastBody<NewPrices>(calls)
    expect(sent).toMatchObject({ from: dayIn('UTC'), basedOn: '', taxRates: { Canada: 550, USA: 0 } })
    expect(sent.printers[1]).toMatchObject({ name: 'TSC DA220', australiaCost: 53_000, everyPaper: true })
    expect(sent.paperCosts.mobile).toMatchObject({ rollsPerPack: 6, cost: 1000 })
    expect(calls[0]?.headers.get('Idempotency-Key')).toBeTruthy()
  })

  test('PAPER-2 a printer is added, and another taken off sale', async () => {
    const app = await edit()
    const calls = on.setPrices(set({}))
    await app.user.click(app.form.getByRole('button', { name: 'Take off sale: TSC DA220' }))
    expect(app.form.getByText('No longer sold from that day. Farms that have it keep it.')).toBeTruthy()
    await app.user.click(app.form.getByRole('button', { name: 'Add a printer' }))
    const added = within(app.form.getByRole('group', { name: 'New printer' }))
    await app.send()
    expect(added.getByText('Please give each printer a name of its own')).toBeTruthy()
    await app.user.type(added.getByLabelText('Name'), 'TSC DA220')
    expect(added.getByText('Please give each printer a name of its own')).toBeTruthy()
    await app.user.clear(added.getByLabelText('Name'))
    await app.user.type(added.getByLabelText('Name'), 'TSC PEX-2000')
    await app.user.type(added.getByLabelText('With paper'), '900')
    await app.user.type(added.getByLabelText('Printer only'), '950')
    await app.user.click(added.getByLabelText('Takes every paper; not sold in Australia'))
    const review = within(app.form.getByRole('region', { name: 'What changes' }))
    expect(review.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'TSC PEX-2000 (Mobile, every paper; $900.00 with paper, $950.00 printer only): on sale',
      'TSC DA220: taken off sale',
    ])
    await app.user.click(app.form.getByLabelText('These prices are correct'))
    await app.send()
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(lastBody<NewPrices>(calls).printers).toEqual([
      expect.objectContaining({ name: 'TSC ALPHA-30RB', cost: 28_900 }),
      expect.objectContaining({ name: 'TSC MB240T', type: 'industrial' }),
      {
        name: 'TSC PEX-2000',
        type: 'mobile',
        everyPaper: true,
        cost: 90_000,
        printerOnlyCost: 95_000,
        australiaCost: 0,
      },
    ])
  })

  test('none is left to be sold, which is said', async () => {
    const app = await edit()
    for (const name of ['TSC ALPHA-30RB', 'TSC DA220', 'TSC MB240T']) {
      await app.user.click(app.form.getByRole('button', { name: `Take off sale: ${name}` }))
    }
    await app.user.click(app.form.getByLabelText('These prices are correct'))
    await app.send()
    await focused(await app.form.findByText('The catalogue has 1 to 20 printers.'))
    await app.user.click(app.form.getByRole('button', { name: 'Keep on sale: TSC ALPHA-30RB' }))
    expect(app.form.queryByText('The catalogue has 1 to 20 printers.')).toBeNull()
  })

  test('what is no figure, and a day that is over, are said', async () => {
    const app = await edit()
    await app.put('Fees', 'Tagging setup fee', 'free')
    await app.put('Industrial paper', 'Tags on a roll', '0')
    await app.user.clear(app.form.getByLabelText('From (UTC)'))
    await app.user.type(app.form.getByLabelText('From (UTC)'), '2020-01-01')
    await app.send()
    expect(app.form.getByText('Prices can change from today on, not before')).toBeTruthy()
    expect(app.form.getByText('Please enter a number up to $100,000.00.')).toBeTruthy()
    expect(app.form.getByText('Please enter a number up to 100,000.')).toBeTruthy()
  })

  test('two who set prices: theirs are taken', async () => {
    const app = await edit()
    const calls = on.setPrices(() =>
      lastBody<NewPrices>(calls).basedOn === 'p2'
        ? set({})
        : failure(409, 'Somebody else changed the prices meanwhile.'),
    )
    await app.put('Fees', 'Tagging setup fee', '275')
    await app.user.click(app.form.getByLabelText('These prices are correct'))
    on.prices({ data: [set({ refillSoftwareFee: 500 }), prices()] })
    await app.send()
    const news = await screen.findByRole('region', { name: 'Somebody else changed this price list meanwhile.' })
    expect(news.textContent).toContain('Fees, Software fee of a refill$0.00 $5.00')
    await app.user.click(app.form.getByLabelText('These prices are correct'))
    await app.send()
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(lastBody(calls)).toMatchObject({ taggingSetupFee: 27_500, refillSoftwareFee: 500, basedOn: 'p2' })
  })
})
