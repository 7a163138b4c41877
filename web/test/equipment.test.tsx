import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from './render'
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

test('REP-2 REP-10 narrowed by growing area', async () => {
  signedIn('manager')
  const calls = on.equipment(FOUND)
  const app = renderApp(EQUIPMENT)
  await screen.findByRole('table')
  await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('activeLease')).toBe('lease-a'))
  expect(app.address()).toBe(`${EQUIPMENT}&area=lease-a`)
})

test('REP-10 the file has what is shown', async () => {
  signedIn('manager')
  on.equipment(FOUND)
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${files.push(blob as Blob)}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const app = renderApp(EQUIPMENT)
  await app.user.click(await screen.findByRole('button', { name: 'CSV' }))
  expect(await files[0]?.text()).toBe('\uFEFFContainer type,Count in use\r\nbag,1200\r\ntray,40\r\n')
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
