import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { farm, user } from './data'
import { focused, renderApp } from './render'
import { failure, on, signedIn } from './server'

const nav = () => screen.findByRole('navigation', { name: 'Farm' })
const tab = (name: string) => screen.getByRole('tab', { name })

test('FARM-2 the arrow keys go through the tabs, Enter and the space bar open one', async () => {
  signedIn('manager')
  on.farm(farm({ taggingActive: true }))
  const app = renderApp('/manage/farm-1?tab=about')
  await screen.findByRole('tabpanel', { name: 'About My Farm' })
  tab('About My Farm').focus()
  await app.user.keyboard('{ArrowUp}')
  await focused(tab('Farm Info'))
  await app.user.keyboard('{ArrowUp}')
  await focused(tab('Reports'))
  await app.user.keyboard('{ArrowUp}')
  await focused(tab('Tagging Subscription'))
  await app.user.keyboard('{Home}{ArrowDown}{Enter}')
  expect(await screen.findByRole('tabpanel', { name: 'Farm Info' })).toBeTruthy()
  expect(app.address()).toBe('/manage/farm-1?tab=info')
  await app.user.keyboard('{ArrowDown} ')
  expect(await screen.findByRole('tabpanel', { name: 'About My Farm' })).toBeTruthy()
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, -1])
})

const OWN_LINKS = [
  'Record',
  'Today',
  'Tags',
  'Recalls',
  'Sales',
  'Bag by bag',
  'Growth',
  'Invoices',
  'People',
  'Upload Groups',
  'Keys',
]

test.each([
  ['manager', '/manage/farm-1/record', OWN_LINKS],
  ['manager', '/manage/farm-1/invoices', OWN_LINKS],
  [
    'admin',
    '/farms/upload/farm-1',
    [
      'Record',
      'Today',
      'Tags',
      'Recalls',
      'Sales',
      'Bag by bag',
      'Growth',
      'Invoices',
      'People',
      'History',
      'Upload Groups',
      'Keys',
    ],
  ],
] as const)('%s: %s has the way around the farm beside it, no tab of which is chosen', async (who, address, links) => {
  signedIn(who)
  on.farm(farm({ taggingActive: true }))
  renderApp(address)
  const around = within(await nav())
  await around.findByRole('tab', { name: 'Reports' })
  expect(around.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links)
  expect(around.queryByRole('tab', { selected: true })).toBeNull()
  // No name of a group is read above what is not in it: each entry says to which it belongs.
  expect(around.queryByRole('heading')).toBeNull()
  expect(around.getByRole('link', { name: 'Today', description: 'Work' })).toBeTruthy()
  expect(around.getByRole('tab', { name: 'Reports', description: 'Animals' })).toBeTruthy()
  expect(around.getByRole('link', { name: 'Tags', description: 'Market' })).toBeTruthy()
  expect(around.getByRole('tab', { name: 'Farm Info', description: 'Farm' })).toBeTruthy()
})

test.each([
  ['/manage/farm-1', 'Today'],
  ['/manage/farm-1/tags', 'Tags'],
  ['/manage/farm-1/tags/tag-1?tagsPage=2', 'Tags'],
  ['/manage/farm-1/tagging', 'Tags'],
  ['/manage/farm-1/labels', 'Tags'],
  ['/manage/farm-1/shipments', 'Tags'],
  ['/farms/farm-1/scans', 'Tags'],
  ['/manage/farm-1/recalls', 'Recalls'],
  ['/manage/farm-1/sales?dates=all', 'Sales'],
  ['/manage/farm-1/recalls/recall-1', 'Recalls'],
  ['/farms/farm-1/recalls/new?tag=tag-1', 'Recalls'],
  ['/manage/farm-1/bags?area=lease-1', 'Bag by bag'],
  ['/manage/farm-1/growth?area=lease-1', 'Growth'],
  ['/manage/farm-1/invoices', 'Invoices'],
  ['/manage/farm-1/inv-1', 'Invoices'],
  ['/manage/farm-1/people', 'People'],
  ['/farms/farm-1/people', 'People'],
  ['/farms/upload/farm-1', 'Upload Groups'],
  ['/manage/farm-1/upload', 'Upload Groups'],
  ['/manage/farm-1/keys', 'Keys'],
  ['/farms/farm-1/keys', 'Keys'],
])('%s is marked as %s', async (address, label) => {
  signedIn(address.startsWith('/farms') ? 'admin' : 'manager')
  on.farm(farm({ taggingActive: true }))
  renderApp(address)
  const around = within(await nav())
  expect(await around.findByRole('link', { current: 'page' })).toBe(await around.findByRole('link', { name: label }))
  // Two of them at once would lead nobody.
  expect(around.getAllByRole('link', { current: 'page' })).toHaveLength(1)
})

test('REP-1 the reports are tabs of their own, and the tab keeps the chosen one in the address', async () => {
  signedIn('manager')
  on.schedules({ data: [] })
  on.exports({ data: [] })
  const app = renderApp('/manage/farm-1?tab=reports&report=exports')
  const reports = await screen.findByRole('tablist', { name: 'Reports' })
  expect(within(reports).getByRole('tab', { selected: true }).textContent).toBe('Exports')
  await app.user.click(tab('Farm Info'))
  expect(app.address()).toBe('/manage/farm-1?tab=info&report=exports')
  expect(screen.queryByRole('tablist', { name: 'Reports' })).toBeNull()
  await app.user.click(tab('Reports'))
  expect(app.address()).toBe('/manage/farm-1?tab=reports&report=exports')
})

test('PEO-5 staff who see a farm as its manager does are not offered what the server would refuse', async () => {
  signedIn('manager')
  on.my({ ...user('manager'), viewing: { farm: 'farm-1', name: 'Salish Sea Test Beds' } })
  on.farm(farm({ taggingActive: true }))
  renderApp('/manage/farm-1?tab=info')
  expect(await screen.findByText(/^Nothing can be changed\.$|as its manager does/)).toBeTruthy()
  const around = within(await nav())
  await around.findByRole('tab', { name: 'Tagging Subscription' })
  const refused = ['Record', 'Upload Groups', 'Keys']
  expect(around.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
    OWN_LINKS.filter((one) => !refused.includes(one)),
  )
  await screen.findByRole('region', { name: 'Farm Information' })
  expect(screen.queryByRole('button', { name: /^(Edit|Add lease)/ })).toBeNull()
})

test('a farm that is not there has no way around', async () => {
  signedIn('manager')
  on.farm(() => failure(404, 'No such farm.'))
  renderApp('/manage/farm-1?tab=info')
  await screen.findByRole('alert')
  expect(screen.queryByRole('navigation', { name: 'Farm' })).toBeNull()
})

describe('on a phone', () => {
  beforeEach(() => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport: (to: { width: number }) => void } }
    // happy-dom takes a query not to hold at first, so it must hold before it tells that it does not.
    for (const width of [1025, 390]) happyDOM.setViewport({ width })
    onTestFinished(() => happyDOM.setViewport({ width: 1024 }))
  })

  test.each([
    ['admin-users', ['Today'], ['/admin/admin-groups', '/admin/users', '/admin/audit']],
    [
      'companies',
      ['Today', 'Farms', 'Fulfilment', 'Recalls'],
      ['/farms/side-by-side', '/farms/setup', '/admin/prices', '/admin/payments', '/admin/tagging'],
    ],
    ['export', ['Today', 'Farms'], ['/farms/side-by-side']],
    ['pricing', ['Today'], ['/admin/prices']],
    ['recall', ['Today', 'Recalls'], []],
  ])('AUTH-9 the bar of staff and what is behind More are what %s alone opens', async (permission, bar, more) => {
    signedIn('member')
    on.my({ ...user('member'), permissions: [permission] })
    const app = renderApp('/admin')
    const staff = within(await screen.findByRole('navigation', { name: 'Staff' }))
    expect(staff.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(bar)
    await app.user.click(staff.getByRole('button', { name: 'More' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'More' }))
    await sheet.findByRole('link', { name: 'Sign out' })
    const pages = sheet.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(pages.filter((href) => /^.(admin|farms)/.test(href))).toEqual(more)
  })

  test.each([
    ['companies', ['Today', 'Tags', 'Record', 'Reports']],
    ['export', ['Today', 'Tags', 'Reports']],
  ])('AUTH-9 the bar of a farm has what %s alone opens', async (permission, bar) => {
    signedIn('member')
    on.my({ ...user('member'), permissions: [permission] })
    renderApp('/farms/farm-1?tab=info')
    const farm = within(await nav())
    await farm.findByRole('link', { name: 'Reports' })
    expect(farm.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(bar)
  })

  test('FARM-2 the tabs are behind More, which closes as one is chosen', async () => {
    signedIn('manager')
    const app = renderApp('/manage/farm-1?tab=info')
    await screen.findByRole('tabpanel', { name: 'Farm Info' })
    await app.user.click(within(await nav()).getByRole('button', { name: 'More' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Salish Sea Test Beds' }))
    const tabs = within(sheet.getByRole('tablist', { name: 'Farm' })).getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Reports', 'Farm Info', 'About My Farm'])
    await app.user.click(sheet.getByRole('tab', { name: 'About My Farm' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.address()).toBe('/manage/farm-1?tab=about')
    expect(await screen.findByRole('tabpanel', { name: 'About My Farm' })).toBeTruthy()
  })
})
