import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { farm, lease, square, type Who } from './data'
import { renderApp } from './render'
import { failure, on, signedIn } from './server'

const SENT = 'Your export was successfully sent.'
const shell = window as unknown as { ReactNativeWebView?: { postMessage: (text: string) => void } }
let told: unknown[] = []

beforeEach(() => {
  told = []
  shell.ReactNativeWebView = { postMessage: (text) => told.push(JSON.parse(text)) }
  on.dashboard([square()])
  on.schedules({ data: [] })
  on.exports({ data: [] })
})
afterEach(() => {
  shell.ReactNativeWebView = undefined
})

describe('REP-17 the reports alone', () => {
  test.each(['manager', 'admin', 'root'] as Who[])('for %s, without header and footer', async (who) => {
    signedIn(who)
    renderApp('/reports/farm-1?report=snapshot')
    expect(await screen.findByRole('tablist', { name: 'Reports' })).toBeTruthy()
    expect(await screen.findByRole('list', { name: 'Snapshot' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reports / Salish Sea Test Beds')
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('contentinfo')).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Farm' })).toBeNull()
  })

  test('the state is in the URL there too', async () => {
    signedIn('manager')
    const app = renderApp('/reports/farm-1?report=inventory&view=table')
    await screen.findByRole('table')
    await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
    expect(app.address()).toBe('/reports/farm-1?report=inventory&view=table&area=lease-a')
  })

  test('AUTH-3 who is not signed in is asked to, and comes back', async () => {
    const app = renderApp('/reports/farm-1?report=exports')
    await screen.findByLabelText('Username or email')
    expect(new URLSearchParams(app.address().split('?')[1]).get('returnUrl')).toBe('/reports/farm-1?report=exports')
  })

  test('AUTH-6 a member has no reports', async () => {
    signedIn('member')
    const app = renderApp('/reports/farm-1')
    await waitFor(() => expect(app.address()).toBe('/account/settings'))
  })

  test('a farm that is not there is told', async () => {
    signedIn('manager')
    on.farm(() => failure(404, 'No such farm.'))
    renderApp('/reports/unknown')
    expect(await screen.findByText('There are no reports at this link.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Farms / Error')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test.each(['/reports', '/reports/', '/reports/farm-1/inventory'])(
    '%s says that it names no reports',
    async (path) => {
      signedIn('manager')
      renderApp(path)
      expect(await screen.findByText('There are no reports at this link.')).toBeTruthy()
      expect(screen.queryByRole('banner')).toBeNull()
    },
  )

  test('FARM-2 a farm without a lease has no reports', async () => {
    signedIn('manager')
    on.farm(farm({ leases: [] }))
    renderApp('/reports/farm-1')
    expect(await screen.findByText('No leases yet.')).toBeTruthy()
    expect(screen.queryByRole('tablist', { name: 'Reports' })).toBeNull()
  })
})

describe('SHELL-1 what the shell is told', () => {
  test('REP-2 the chosen growing area, also All', async () => {
    signedIn('manager')
    on.farm(farm({ leases: [lease(), lease({ leaseId: 'lease-b', name: 'Site B' })] }))
    const app = renderApp('/reports/farm-1?report=snapshot')
    const areas = await screen.findByLabelText('Growing Areas')
    expect(told).toEqual([])
    await app.user.selectOptions(areas, 'Site B')
    await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'All')
    expect(told).toEqual([
      { type: 'lease', farmId: 'farm-1', leaseId: 'lease-b', name: 'Site B' },
      { type: 'lease', farmId: 'farm-1', leaseId: 'All', name: 'All' },
    ])
  })

  test('the email of an export, and that it was sent', async () => {
    signedIn('manager')
    on.export({ message: SENT, _id: 'export-1' })
    const app = renderApp('/reports/farm-1?report=exports')
    await app.user.click(await screen.findByRole('button', { name: 'Export Snapshot' }))
    await app.user.click(await screen.findByRole('button', { name: 'Send' }))
    expect(await screen.findByText(SENT)).toBeTruthy()
    expect(told).toEqual([
      { type: 'exportEmail', farmId: 'farm-1', metric: 'Snapshot', email: 'manager@merroir.example' },
      { type: 'exportResult', farmId: 'farm-1', metric: 'Snapshot', ok: true, message: SENT },
    ])
    expect(JSON.stringify(told)).not.toContain('token')
  })

  test('EXP-3 a failure, which the page then leaves to the shell', async () => {
    signedIn('manager')
    on.export(() => failure(503, 'The server is busy.'))
    const app = renderApp('/reports/farm-1?report=exports')
    await app.user.click(await screen.findByRole('button', { name: 'Export Snapshot' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export Snapshot' })
    await app.user.click(await within(dialog).findByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(told.at(-1)).toEqual({
        type: 'exportResult',
        farmId: 'farm-1',
        metric: 'Snapshot',
        ok: false,
        message: 'The server is busy.',
      }),
    )
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect((within(dialog).getByLabelText('Email') as HTMLInputElement).value).toBe('manager@merroir.example')
  })
})

test('AFARM-4 the console shows the same reports to staff', async () => {
  signedIn('admin')
  renderApp('/farms/farm-1?tab=reports&report=snapshot')
  expect(await screen.findByRole('list', { name: 'Snapshot' })).toBeTruthy()
  const names = within(screen.getByRole('tablist', { name: 'Reports' })).getAllByRole('tab')
  for (const name of ['Snapshot', 'Inventory', 'Equipment', 'Exports']) {
    expect(names.map(({ textContent }) => textContent)).toContain(name)
  }
})
