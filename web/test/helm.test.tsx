import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { page, row, user } from './data'
import { renderApp } from './render'
import { on, signedIn } from './server'

const find = async (app: ReturnType<typeof renderApp>) => {
  await screen.findByRole('button', { name: /^Find anything/ })
  await app.user.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Find anything' })
}
const found = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('GRP-1 staff begin with what waits for them, each a way to it', async () => {
  signedIn('root')
  on.my({ ...user('root'), permissions: ['companies', 'pricing'] })
  on.work({ toSend: 3, held: 1, unpaid: 2, failedPayments: 1, failedJobs: 4, openRecalls: 1 })
  renderApp('/admin')
  const region = within(await screen.findByRole('region', { name: 'Work' }))
  const lines = (await region.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Orders to send 3',
    'Orders on hold 1',
    'Orders waiting for payment 2',
    'Failed payments 1',
    'Failed jobs 4',
    'Open recalls 1',
  ])
  expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/farms/fulfilment',
    '/farms/fulfilment?state=held',
    '/farms/fulfilment?state=unpaid',
    '/admin/jobs',
  ])
  expect(screen.getByRole('link', { name: /^Work/ }).textContent).toBe('Work 8 waiting')
})

test('what one may not look into is not spoken of', async () => {
  signedIn('admin')
  on.my({ ...user('admin'), permissions: [] })
  on.work({ openRecalls: 0 })
  renderApp('/admin')
  const region = within(await screen.findByRole('region', { name: 'Work' }))
  expect((await region.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(['Open recalls 0'])
})

test('Ctrl K goes to a report of the farm by the keyboard', async () => {
  signedIn('manager')
  on.exports({ data: [] })
  const app = renderApp('/manage/farm-1')
  const input = await find(app)
  await app.user.type(input, 'expor')
  expect(found()).toContain('Exports Salish Sea Test Beds')
  expect(screen.getByRole('option', { selected: true }).id).toBe(input.getAttribute('aria-activedescendant'))
  await app.user.keyboard('{Enter}')
  expect(await screen.findByRole('tabpanel', { name: 'Exports' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a manager is offered nothing of the console', async () => {
  signedIn('manager')
  on.farms(page([]))
  const app = renderApp('/manage')
  const input = await find(app)
  await screen.findAllByRole('option')
  expect(found().join()).not.toMatch(/Users|Audit|Prices|Jobs|Work/)
  await app.user.type(input, 'users')
  expect(await screen.findByText('Nothing has that in its name.')).toBeTruthy()
})

test('another farm is found by its name, by the server', async () => {
  signedIn('admin')
  on.farms(page([row({ _id: 'farm-2', name: 'Second' })]))
  const app = renderApp('/farms/farm-1')
  await app.user.click(await screen.findByRole('button', { name: 'Change farm: Salish Sea Test Beds' }))
  const input = await screen.findByRole('combobox', { name: 'Find a farm' })
  await app.user.type(input, 'sec')
  await app.user.click(await screen.findByRole('option', { name: /^Second/ }))
  expect(app.address()).toBe('/farms/farm-2')
})
