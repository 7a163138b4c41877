import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from './render'
import { savedFiles } from './saved'
import { failure, on, signedIn } from './server'

const EQUIPMENT = '/manage/farm-1?tab=reports&report=equipment'
const FOUND = { total: 1240, unused: 12, chartData: { tray: 40, bag: 1200 } }

const lines = () => screen.getAllByRole('row').map((line) => [...line.children].map((cell) => cell.textContent))

test('REP-10 containers in use, unused spots, and the types', async () => {
  signedIn('manager')
  on.equipment(FOUND)
  renderApp(EQUIPMENT)
  await screen.findByRole('table')
  expect(lines()).toEqual([
    ['Container type', 'Count in use'],
    ['bag', '1,200'],
    ['tray', '40'],
  ])
  const totals = screen.getAllByRole('definition').map((one) => one.textContent)
  expect(screen.getAllByRole('term').map((one) => one.textContent)).toEqual(['Containers in Use', 'Unused spots'])
  expect(totals).toEqual(['1.2K1,240', '1212'])
})

test('FIG-1 containers open to the entries that make them, all or those of a type; unused spots are a number alone', async () => {
  signedIn('manager')
  on.equipment({ total: 1243, unused: 12, chartData: { bag: 1200, tray: 40, 'Not known': 3 } })
  const entry = {
    entry: 7,
    number: 7,
    activity: 'loss' as const,
    date: '2026-10-02',
    leaseId: 'lease-a',
    area: 'Site A',
    lotId: 'lot-1',
    lot: 'bag of Pacific oyster',
    amount: -2,
    over: 0,
    recordedAt: Date.UTC(2026, 9, 2, 20),
    by: 'ann',
    note: 'torn loose',
    reverses: null,
  }
  const asked = on.explain({
    value: 1243,
    unit: 'containers',
    from: '2026-11-20',
    to: '2026-11-20',
    formula: 'Containers in use are those that hold living animals.',
    total: 1,
    sum: 1243,
    over: null,
    entries: [entry],
    next: 0,
  })
  const { user } = renderApp(`${EQUIPMENT}&area=lease-a`)
  await screen.findByRole('table')
  expect(screen.queryByRole('button', { name: '12' })).toBeNull()
  expect(screen.getByText(/Unused spots are the spots of the lines less .+; no entry makes them\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '1,243' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Containers in use' }))
  expect(await sheet.findByText('1,243 containers, the sum of all entries.')).toBeTruthy()
  expect(sheet.getByRole('columnheader', { name: 'Containers' })).toBeTruthy()
  expect(sheet.getByText('ann').closest('tr')?.textContent).toContain('2 Oct 2026-2Lost torn looseSite A')
  const question = { metric: 'Equipment', activeLease: 'lease-a', range: true }
  expect(asked.at(-1)?.body).toMatchObject({ ...question, activeViewBy: {} })
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: '1,200' }))
  await screen.findByRole('dialog', { name: 'Containers in use, bag' })
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ ...question, activeViewBy: { meshSize: ['bag'] } }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: '3' }))
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ activeViewBy: { meshSize: ['', 'Not known'] } }))
})

test('FIG-1 while the numbers are those of another growing area they open to nothing', async () => {
  signedIn('manager')
  on.equipment(FOUND)
  const app = renderApp(EQUIPMENT)
  await screen.findByRole('button', { name: '1,240' })
  on.equipment(() => failure(500, 'The containers could not be counted.'))
  await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
  await screen.findByRole('alert')
  expect(screen.getByText('1,240')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '1,240' })).toBeNull()
})

test('REP-2 REP-10 narrowed by growing area', async () => {
  signedIn('manager')
  const calls = on.equipment(FOUND)
  const app = renderApp(EQUIPMENT)
  await screen.findByRole('table')
  await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('activeLease')).toBe('lease-a'))
  expect(app.address()).toBe(`${EQUIPMENT}&area=lease-a`)
  cleanup()
  renderApp(`${EQUIPMENT}&area=lease-a`)
  await screen.findByRole('table')
  expect(calls).toHaveLength(3)
  expect(calls.at(-1)?.url.searchParams.get('activeLease')).toBe('lease-a')
  expect(screen.getByLabelText<HTMLSelectElement>('Growing Areas').selectedOptions[0]?.text).toBe('Site A')
})

test('REP-10 the file has what is shown', async () => {
  signedIn('manager')
  on.equipment(FOUND)
  const saved = savedFiles()
  const app = renderApp(EQUIPMENT)
  await app.user.click(await screen.findByRole('button', { name: 'CSV' }))
  expect(saved[0]?.name).toBe('salish-sea-test-beds-equipment.csv')
  expect(await saved[0]?.file.text()).toBe('\uFEFFContainer type,Count in use\r\nbag,1200\r\ntray,40\r\n')
})

test('REP-10 a farm without containers says what comes first', async () => {
  signedIn('manager')
  on.equipment({ total: 0, unused: 120, chartData: {} })
  renderApp(EQUIPMENT)
  expect(await screen.findByText('No container is in use.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('REP-16 a failure is told, and Retry heals it', async () => {
  signedIn('manager')
  on.equipment(() => failure(500, 'The containers could not be counted.'))
  const app = renderApp(EQUIPMENT)
  expect((await screen.findByRole('alert')).textContent).toContain('The containers could not be counted.')
  on.equipment(FOUND)
  await app.user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('REP-4 Export asks for an email', async () => {
  signedIn('manager')
  on.equipment(FOUND)
  const asked = on.export({ message: 'Your export was successfully sent.', _id: 'export-1' })
  on.schedules({ data: [] })
  on.exports({ data: [] })
  const app = renderApp(EQUIPMENT)
  await app.user.click(await screen.findByRole('button', { name: 'Export' }))
  await app.user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Your export was successfully sent.')).toBeTruthy()
  expect(asked[0]?.body).toMatchObject({ metric: 'Equipment', activeLease: 'All', email: 'manager@merroir.example' })
})
