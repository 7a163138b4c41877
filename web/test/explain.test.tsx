import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { notebook } from './data'
import { renderApp } from './render'
import { on, signedIn } from './server'

const REPORT = '/manage/farm-1?tab=reports&report=inventory&view=table'

const lost = (entry: number, amount: number, by: string) => ({
  entry,
  number: entry,
  activity: 'loss' as const,
  date: '2017-11-20',
  leaseId: 'a',
  lotId: 'lot-1',
  area: 'Site A',
  lot: 'tray of Pacific oyster',
  amount,
  over: 0,
  recordedAt: Date.UTC(2017, 10, 21, 20),
  by,
  note: '',
  reverses: null,
})

const answer = {
  value: 242,
  unit: 'animals' as const,
  from: '2017-11-01',
  to: '2017-11-30',
  formula: 'Inventory = received - harvested - lost.',
  total: 2,
  sum: 242,
  over: null,
}

describe('FIG-1 explain this number', () => {
  test('a number of the table opens to its entries, page by page', async () => {
    signedIn('manager')
    on.inventory(notebook())
    const asked = on.explain({ ...answer, entries: [lost(9, 200, 'ann')], next: 9 })
    const { user } = renderApp(REPORT)
    await user.click(await screen.findByRole('button', { name: '242' }))
    const sheet = await screen.findByRole('dialog', { name: 'Nov 2017, Lost' })
    expect(await within(sheet).findByText('242 animals, the sum of all entries.')).toBeTruthy()
    expect(asked.at(-1)?.body).toMatchObject({ metric: 'Inventory', to: '2017-11-30', term: 'lost', before: 0 })
    expect(within(sheet).getByText('ann').closest('tr')?.textContent).toContain('20 Nov 2017+200Lost Site A')
    const more = on.explain({ ...answer, entries: [lost(4, 42, '')], next: 0 })
    await user.click(within(sheet).getByRole('button', { name: 'Show more' }))
    expect(await within(sheet).findByText('+42')).toBeTruthy()
    expect(more.at(-1)?.body).toMatchObject({ before: 9 })
    await waitFor(() => expect(within(sheet).queryByRole('button', { name: 'Show more' })).toBeNull())
  })

  test('a rate opens to what was lost, and says over what', async () => {
    signedIn('manager')
    on.inventory(notebook({ metric: '% Interval Mortality', unit: 'percent' }))
    const rate = { value: 7.0533, unit: 'percent' as const, formula: '% Mortality = lost / received x 100', over: 3431 }
    const asked = on.explain({ ...answer, ...rate, entries: [lost(9, 242, 'ann')], next: 0 })
    const { user } = renderApp('/manage/farm-1?tab=reports&report=intervalMortality&view=table&by=none')
    const row = (await screen.findByRole('rowheader', { name: 'Nov 2017' })).closest('tr') as HTMLElement
    await user.click(within(row).getAllByRole('button').at(-1) as HTMLElement)
    const sheet = within(await screen.findByRole('dialog', { name: 'Nov 2017, % Mortality so far' }))
    expect(await sheet.findByText('7.05%: 242 of 3,431.')).toBeTruthy()
    expect(sheet.getByText('% Mortality = lost / received x 100')).toBeTruthy()
    expect(asked.at(-1)?.body).toMatchObject({ metric: '% Mortality', to: '2017-11-30' })
  })

  test('a report is asked as known on the day of the address, and says so', async () => {
    signedIn('manager')
    const asked = on.inventory({ ...notebook(), knownOn: '2017-11-30' })
    renderApp(`${REPORT}&known=2017-11-30`)
    expect(
      await screen.findByRole('heading', { name: 'Living animals, end of month, as known on 30 Nov 2017' }),
    ).toBeTruthy()
    expect(asked.at(-1)?.body).toMatchObject({ knownOn: '2017-11-30' })
  })
})
