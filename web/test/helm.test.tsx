import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FarmPage } from '@/api'
import { held } from './book'
import { farm, lease, page, row, user, type Who } from './data'
import { renderApp } from './render'
import { failure, later, on, signedIn } from './server'

const find = async (app: ReturnType<typeof renderApp>) => {
  await screen.findByRole('button', { name: /^Find anything/ })
  await app.user.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Find anything' })
}
const found = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('GRP-1 staff begin with what waits for them, each a way to it', async () => {
  signedIn('root')
  on.my({ ...user('root'), permissions: ['companies', 'pricing'] })
  on.work({
    toSend: 3,
    held: 1,
    unpaid: 2,
    failedPayments: 1,
    taggingAsked: 2,
    failedJobs: 4,
    openRecalls: 1,
    recallsAsked: 0,
  })
  renderApp('/admin')
  const region = within(await screen.findByRole('region', { name: 'Work' }))
  const lines = (await region.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Orders to send 3',
    'Orders on hold 1',
    'Orders waiting for payment 2',
    'Failed payments 1',
    'Farms asking for tagging 2',
    'Failed jobs 4',
    'Open recalls 1',
    'Recalls asked for 0',
  ])
  expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/farms/fulfilment',
    '/farms/fulfilment?state=held',
    '/farms/fulfilment?state=unpaid',
    '/admin/payments',
    '/admin/tagging',
    '/admin/jobs',
    '/admin/recalls',
    '/admin/recalls',
  ])
  expect(screen.getByRole('link', { name: /^Work/ }).textContent).toBe('Work 10 waiting')
})

test('what one may not look into is not spoken of', async () => {
  signedIn('admin')
  on.my({ ...user('admin'), permissions: [] })
  on.work({ openRecalls: 0, recallsAsked: 1 })
  renderApp('/admin')
  const region = within(await screen.findByRole('region', { name: 'Work' }))
  expect((await region.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Open recalls 0',
    'Recalls asked for 1',
  ])
})

test('a payment that failed says of whom, how much, since when, and leads to its invoice', async () => {
  signedIn('root')
  on.my({ ...user('root'), permissions: ['companies'] })
  const payment = {
    farm: 'farm-1',
    farmName: 'Salish Sea Test Beds',
    invoice: 'i1',
    number: 'M-1001',
    title: 'Paper',
    total: 12_900,
    createdAt: Date.UTC(2026, 10, 3, 9),
    attempts: 2,
    nextAttemptAt: Date.UTC(2026, 10, 6, 9),
    trouble: 'Your card was declined.',
  }
  on.failedPayments(page([payment, { ...payment, invoice: 'i2', attempts: 4, nextAttemptAt: null }]))
  renderApp('/admin/payments')
  const rows = (await screen.findAllByRole('row')).slice(1)
  expect(rows[0]?.textContent).toMatch(
    /^Salish Sea Test Beds *Paper *M-1001 *\$129\.00 *3 Nov 2026.*2 tries\. Your card was declined\. *6 Nov 2026/,
  )
  expect(rows[1]?.textContent).toMatch(/none$/)
  const said = [...(rows[0]?.querySelectorAll('[data-label]') ?? [])].map((cell) => cell.getAttribute('data-label'))
  expect(said, 'on a phone').toEqual(['Since', 'Next try'])
  const links = within(rows[0] as HTMLElement).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/farms/farm-1', '/farms/farm-1/invoices/i1'])
})

test('who does not keep the records of farms sees no payments', async () => {
  signedIn('admin')
  on.my({ ...user('admin'), permissions: ['recall'] })
  const app = renderApp('/admin/payments')
  expect(await screen.findByRole('heading', { name: 'Admin' })).toBeTruthy()
  expect(app.address()).toBe('/admin')
})

const BOOK = {
  _id: 'r1',
  kind: 'recall',
  farm: '',
  party: 'State of Washington',
  reason: 'Vibrio',
  class: 'II',
  choice: { area: 'Willapa Bay' },
  declaredAt: Date.UTC(2026, 10, 3, 9),
  declaredBy: 'rea',
  firms: [{ farm: 'farm-1', name: 'Salish Sea Test Beds' }],
  followed: true,
  endedAt: null,
  endedBy: '',
  endReason: '',
  result: null,
  effectiveness: {
    recovered: 70.58,
    accounted: 100,
    acknowledged: 50,
    parties: 4,
    answered: 2,
    unaccounted: 0,
    totals: [],
  },
}

test('RECALL-1 a recall says who recalls, why, since when and how far it has come, and leads to the farms that it reaches', async () => {
  signedIn('admin')
  on.my({ ...user('admin'), permissions: [] })
  on.recallRequests(page([]))
  on.recalls(page([BOOK]))
  renderApp('/admin/recalls')
  const row = (await screen.findAllByRole('row'))[1] as HTMLElement
  expect(row.textContent).toMatch(
    /^State of Washington *Vibrio *Open *3 Nov 2026.* *Salish Sea Test Beds *70.58% *2 of 4$/,
  )
  const links = within(row).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/recalls/r1', '/farms/farm-1'])
  expect(screen.queryByRole('link', { name: 'Declare a recall' })).toBeNull()
})

test('whoever may recall answers what a farm asks for', async () => {
  signedIn('admin')
  on.my({ ...user('admin'), permissions: ['recall'] })
  const asked = {
    _id: 'q1',
    farm: 'farm-1',
    farmName: 'Salish Sea Test Beds',
    choice: { farmId: 'farm-1', from: '2026-11-01', to: '2026-11-01' },
    reason: 'A guest fell ill',
    date: Date.UTC(2026, 10, 3, 9),
    by: 'ann',
    answer: '',
    answeredAt: null,
    answeredBy: '',
    why: '',
    recall: '',
  }
  on.recallRequests(page([asked]))
  on.recalls(page([]))
  renderApp('/admin/recalls')
  const region = within(await screen.findByRole('region', { name: 'Farms ask for a recall' }))
  expect(region.getByText('A guest fell ill')).toBeTruthy()
  expect(region.getByRole('link', { name: 'Look at it' }).getAttribute('href')).toBe(
    '/admin/recalls/new?farm=farm-1&from=2026-11-01&to=2026-11-01&request=q1',
  )
  expect(region.getByRole('button', { name: 'Decline' })).toBeTruthy()
})

test('RECALL-4 requests beyond the first page are reached by its pager', async () => {
  signedIn('admin')
  on.my({ ...user('admin'), permissions: ['recall'] })
  const requests = Array.from({ length: 11 }, (_, n) => ({
    _id: `q${n}`,
    farm: 'farm-1',
    farmName: 'Salish Sea Test Beds',
    choice: {},
    reason: `Request ${n}`,
    date: Date.UTC(2026, 10, 3, 9),
    by: 'ann',
    answer: '',
    answeredAt: null,
    answeredBy: '',
    why: '',
    recall: '',
  }))
  on.recallRequests((request) => {
    const at = new URL(request.url).searchParams
    return at.get('page') === '2' ? page(requests.slice(10), 11, 2, 10) : page(requests.slice(0, 10), 11, 1, 10)
  })
  on.recalls(page([]))
  const app = renderApp('/admin/recalls')
  const region = within(await screen.findByRole('region', { name: 'Farms ask for a recall' }))
  expect(await region.findByText('Request 9')).toBeTruthy()
  expect(region.queryByText('Request 10')).toBeNull()
  await app.user.click(region.getByRole('button', { name: 'Next' }))
  expect(await region.findByText('Request 10')).toBeTruthy()
})

test('Enter pressed before the answer has come waits for it', async () => {
  signedIn('admin')
  const second = later<FarmPage>()
  on.farms((request) => {
    if (!new URL(request.url).searchParams.get('name')) return page([row({ _id: 'farm-9', name: 'Ninth' })])
    return second.reply()
  })
  const app = renderApp('/farms/farm-1')
  await app.user.click(await screen.findByRole('button', { name: 'Change farm: Salish Sea Test Beds' }))
  const input = await screen.findByRole('combobox', { name: 'Find a farm' })
  await screen.findByRole('option', { name: /^Ninth/ })
  await app.user.type(input, 'sec{Enter}')
  expect(screen.getByText('Searching...')).toBeTruthy()
  expect(app.address()).toBe('/farms/farm-1')
  second.give(page([row({ _id: 'farm-2', name: 'Second' })]))
  await waitFor(() => expect(app.address()).toBe('/farms/farm-2'))
})

test('Ctrl K goes to a report of the farm by the keyboard', async () => {
  signedIn('manager')
  on.schedules({ data: [] })
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

test('Ctrl K goes to the report of a growing area', async () => {
  signedIn('manager')
  on.farm(farm({ leases: [lease(), lease({ leaseId: 'lease-b', name: 'Long Slough' })] }))
  const app = renderApp('/manage/farm-1?tab=info')
  await app.user.type(await find(app), 'slough')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Long Slough Growing area')
  await app.user.keyboard('{Enter}')
  const area = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Growing Areas' })
  expect(area.selectedOptions[0]?.textContent).toBe('Long Slough')
})

test('Ctrl K finds a lot of the farm by its labels and its growing area, and opens Record with it', async () => {
  signedIn('manager')
  const many = Array.from({ length: 14 }, (_, at) => held({ lotId: `lot-${at}` }))
  const lot = { sizeLabel: 'Petite', meshSize: '14 mm bags', nickname: 'row 7' }
  on.places({ data: [...many, held({ lotId: 'lot-20', leaseId: 'lease-b', area: 'Stony Point 4', lot })] })
  const app = renderApp('/manage/farm-1')
  const input = await find(app)
  await app.user.type(input, 'beach')
  // The first of the many; nobody looks through hundreds here.
  await waitFor(() => expect(found()).toHaveLength(10))
  expect(found()[0]).toBe('beach, bag 1 Lot at Site A')
  await app.user.clear(input)
  expect(found().join()).not.toContain('Lot at')
  await app.user.type(input, 'petite stony')
  await app.user.click(await screen.findByRole('option', { name: 'Petite in 14 mm bags, row 7 Lot at Stony Point 4' }))
  expect(app.address()).toBe('/manage/farm-1/record?area=lease-b&lot=lot-20')
})

test.each([
  [
    'a worker is offered what the link opens',
    { may: 'record' as const },
    {},
    ['Record', 'Tags', 'Recalls', 'Notices'],
    ['Upload Groups', 'Keys', 'People', 'Exports', 'Reports'],
  ],
  [
    'a manager is offered all of it',
    {},
    {},
    ['Record', 'Exports', 'Upload Groups', 'Keys', 'People', 'Recalls', 'Notices'],
    [],
  ],
  [
    'PEO-5 staff who see a farm as its manager does are offered nothing that changes it',
    {},
    { viewing: { farm: 'farm-1', name: 'Salish Sea Test Beds' } },
    ['People', 'Inventory'],
    ['Record', 'Exports', 'Upload Groups', 'Keys', 'Notices'],
  ],
] as const)('Ctrl K: %s', async (_, link, who, offered, kept) => {
  signedIn('manager')
  on.my({ ...user('manager'), ...who })
  on.farm(farm(link))
  on.farms(page([]))
  const app = renderApp('/manage/farm-1?tab=info')
  await find(app)
  await waitFor(() => expect(found().join()).toContain('Farm Info'))
  for (const one of offered) expect(found(), one).toContain(`${one} Salish Sea Test Beds`)
  for (const one of kept) expect(found(), one).not.toContain(`${one} Salish Sea Test Beds`)
  // A growing area leads to its report, where that is offered.
  expect(found().some((one) => one.endsWith('Growing area'))).toBe(found().some((one) => one.startsWith('Inventory ')))
})

test('that lots cannot be searched is said, and not that there is none', async () => {
  signedIn('manager')
  on.farms(page([]))
  on.places(() => failure(500, 'Broken.'))
  const app = renderApp('/manage/farm-1')
  await app.user.type(await find(app), 'petite')
  expect(await screen.findByText('Farms, people and lots cannot be searched now.')).toBeTruthy()
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

const ACCOUNT = [
  '/account/settings',
  '/account/settings#password',
  '/account/settings#second-factor',
  '/account/settings#sessions',
  '/login/logout',
]

test.each([
  ['manager', '/manage', ACCOUNT],
  ['manager', '/manage/farm-1?tab=about', ACCOUNT],
  ['manager', '/account/settings', ['/manage', ...ACCOUNT]],
  ['admin', '/farms', ACCOUNT],
  ['admin', '/admin', ACCOUNT],
  ['admin', '/account/settings', ['/farms', '/admin', ...ACCOUNT]],
  ['member', '/account', ACCOUNT],
] as [Who, string, string[]][])(
  'the name of %s leads at %s to one’s account, and to where else one may be',
  async (who, address, leads) => {
    signedIn(who)
    const app = renderApp(address)
    const header = within(await screen.findByRole('banner'))
    await app.user.click(await header.findByRole('button', { name: 'Ada Tide' }))
    const links = within(await screen.findByRole('dialog', { name: 'Your account' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(leads)
  },
)

test('the home of staff leads to the audit trail', async () => {
  signedIn('admin')
  const app = renderApp('/admin')
  const work = within(await screen.findByRole('navigation', { name: 'Work' }))
  await app.user.click(work.getByRole('link', { name: 'Audit' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit' })).toBeTruthy()
  expect(app.address()).toBe('/admin/audit')
})
