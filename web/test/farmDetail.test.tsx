import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FarmRecord } from '@/api'
import { statesOf } from '@/shared/lib/places'
import { farm, square } from './data'
import { focused, renderApp } from './render'
import { failure, later, on, signedIn } from './server'

const tabs = () =>
  within(screen.getByRole('tablist', { name: 'Farm' }))
    .getAllByRole('tab')
    .map((tab) => tab.textContent)
const panel = (name: string) => screen.getByRole('region', { name })

describe('FARM-1 the title', () => {
  test('loading, then the name', async () => {
    signedIn('manager')
    const answer = later<FarmRecord>()
    on.farm(answer.reply)
    renderApp('/manage/farm-1?tab=info')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Farms / loading...')
    expect(document.title).toBe('Farms / loading... · Merroir')
    answer.give(farm())
    await screen.findByText('Farm Information')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Farms / Salish Sea Test Beds')
    expect(document.title).toBe('Farms / Salish Sea Test Beds · Merroir')
  })

  test.each([
    ['manager', '/manage/farm-9', 'See your farms', '/manage'],
    ['admin', '/farms/farm-9', 'Go Back', '/farms'],
  ] as const)(
    'FARM-1 an unknown farm as %s: the message and the way back, no useless Retry',
    async (who, address, back, list) => {
      signedIn(who)
      on.farm(() => failure(404, 'No such farm.'))
      renderApp(address)
      expect((await screen.findByRole('alert')).textContent).toBe('No such farm.')
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Farms / Error')
      expect(screen.getByRole('link', { name: back }).getAttribute('href')).toBe(list)
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    },
  )

  test('FARM-1 after a failure of the server, Retry heals it', async () => {
    signedIn('manager')
    on.farm(() => failure(500, 'The book could not be read.'))
    const app = renderApp('/manage/farm-1?tab=info')
    expect((await screen.findByRole('alert')).textContent).toContain('The book could not be read.')
    on.farm(farm())
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Farm Information')).toBeTruthy()
  })
})

describe('FARM-2 the tabs', () => {
  test('Reports needs a lease', async () => {
    signedIn('manager')
    on.farm(farm({ leases: [] }))
    renderApp('/manage/farm-1?tab=reports')
    await screen.findByText('Farm Information')
    expect(tabs()).toEqual(['Farm Info', 'About My Farm'])
    expect(await screen.findByText('No leases yet.')).toBeTruthy()
  })

  test.each([true, 'pending'] as const)('Tagging Subscription while tagging is %s', async (taggingActive) => {
    signedIn('manager')
    on.farm(farm({ taggingActive }))
    const app = renderApp('/manage/farm-1?tab=info')
    await screen.findByText('Farm Information')
    expect(tabs()).toEqual(['Reports', 'Farm Info', 'About My Farm', 'Tagging Subscription'])
    await app.user.click(screen.getByRole('tab', { name: 'Tagging Subscription' }))
    expect(app.address()).toBe('/manage/farm-1?tab=tagging')
    expect(await screen.findByRole('region', { name: 'Refill shipping info' })).toBeTruthy()
    expect(panel('Your Merroir Services').textContent).toContain(taggingActive === true ? 'Active' : 'Pending')
  })

  test.each(['2', 'tagging'])('without tagging ?tab=%s is Farm Info', async (key) => {
    signedIn('manager')
    on.farm(farm({ taggingActive: false }))
    renderApp(`/manage/farm-1?tab=${key}`)
    await screen.findByText('Farm Information')
    expect(tabs()).toEqual(['Reports', 'Farm Info', 'About My Farm'])
  })

  test('a tab is an address', async () => {
    signedIn('manager')
    const app = renderApp('/manage/farm-1?tab=info')
    await screen.findByText('Farm Information')
    expect(tabs()).toEqual(['Reports', 'Farm Info', 'About My Farm'])
    await app.user.click(screen.getByRole('tab', { name: 'About My Farm' }))
    expect(app.address()).toBe('/manage/farm-1?tab=about')
    expect(screen.getByRole('tab', { name: 'About My Farm' }).getAttribute('aria-selected')).toBe('true')
    app.history.back()
    expect(await screen.findByText('Farm Information')).toBeTruthy()
  })

  test('FARM-7 About My Farm says where it is edited', async () => {
    signedIn('manager')
    renderApp('/manage/farm-1?tab=about')
    expect(await screen.findByText(/are edited on Merroir's separate web app/)).toBeTruthy()
  })
})

describe('FARM-3 FARM-5 the panels', () => {
  test('FARM-3 the farm', async () => {
    signedIn('manager')
    on.farm(farm({ companyName: 'Salish LLC' }))
    renderApp('/manage/farm-1?tab=info')
    await screen.findByText('Farm Information')
    const facts = panel('Farm Information').querySelectorAll('dl > div')
    expect([...facts].map((fact) => fact.textContent)).toEqual([
      'NameSalish Sea Test Beds',
      'Company nameSalish LLC',
      'OwnerT. Park',
      'Emailoffice@salish.example',
      'Address12 Tide Street, Courtenay, British Columbia, 98527, Canada',
      'TypeFARM',
      'ActivitiesHarvest',
      'Phonenot given',
      'Websitenot given',
      'Locationnot given',
      'Time zoneAmerica/Vancouver',
    ])
  })

  test('FARM-3 no company, no line', async () => {
    signedIn('manager')
    renderApp('/manage/farm-1?tab=info')
    await screen.findByText('Farm Information')
    expect(screen.queryByText('Company name')).toBeNull()
  })

  test.each([
    [true, 'Active'],
    ['pending', 'Pending'],
    [false, 'Not active'],
  ] as const)('FARM-5 tagging %s', async (taggingActive, text) => {
    signedIn('manager')
    on.farm(farm({ taggingActive }))
    renderApp('/manage/farm-1?tab=info')
    await screen.findByText('Farm Information')
    expect(panel('Your Merroir Services').textContent).toContain(text)
    expect(screen.queryByRole('link', { name: 'Enable Subscription' })).toBeNull()
  })

  test.each(['manager', 'admin'] as const)('FARM-5 the way to the setup invoice, as %s', async (who) => {
    signedIn(who)
    on.farm(farm({ taggingActive: 'pending', taggingSetupInvoice: 'in-7' }))
    renderApp(who === 'manager' ? '/manage/farm-1?tab=info' : '/farms/farm-1?tab=info')
    await screen.findByText('Farm Information')
    const link = screen.queryByRole('link', { name: 'Enable Subscription' })
    expect(link?.getAttribute('href')).toBe(who === 'manager' ? '/manage/farm-1/in-7' : undefined)
  })
})

describe('AFARM-1 AFARM-9 Add Farm Details', () => {
  const choose = async (app: ReturnType<typeof renderApp>, label: string, value: string) =>
    app.user.selectOptions(await screen.findByLabelText(label), value)

  test('AFARM-1 country and state are required', async () => {
    signedIn('admin')
    const calls = on.createFarm(farm())
    const app = renderApp('/farms/setup')
    await app.user.type(await screen.findByLabelText('Name'), 'New Beds')
    await app.user.click(screen.getByRole('button', { name: 'Create farm' }))
    expect(screen.getByText('Country is required')).toBeTruthy()
    expect(screen.getByText('State is required')).toBeTruthy()
    await focused(screen.getByLabelText('Country'))
    for (const label of ['Country', 'State']) {
      const about = document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
      expect(about?.textContent).toBe(`${label} is required`)
    }
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'New Beds')
    expect(calls).toHaveLength(0)
  })

  test('AFARM-1 AFARM-2 AFARM-3 a farm is made and opened', async () => {
    signedIn('admin')
    const calls = on.createFarm(farm({ _id: 'farm-new', name: 'New Beds' }))
    const app = renderApp('/farms/setup')
    await app.user.type(await screen.findByLabelText('Name'), 'New Beds')
    await choose(app, 'Country', 'Australia')
    await choose(app, 'State', 'Tasmania')
    await choose(app, 'Type', 'Farm')
    expect((screen.getByLabelText('Harvest') as HTMLInputElement).checked).toBe(true)
    for (const none of ['Receive', 'Order', 'Process'])
      expect(screen.getByLabelText(none)).toHaveProperty('disabled', true)
    await app.user.click(screen.getByLabelText('Record'))
    expect(screen.getAllByRole('radio', { checked: true })).toEqual([screen.getByLabelText('Record')])
    await app.user.click(screen.getByRole('button', { name: 'Create farm' }))
    await waitFor(() => expect(app.address()).toBe('/farms/farm-new'))
    expect(calls[0]?.body).toMatchObject({
      name: 'New Beds',
      country: 'Australia',
      state: 'Tasmania',
      type: 'farm',
      activities: ['Record'],
    })
  })

  test('AFARM-2 another country empties the state', async () => {
    signedIn('admin')
    const app = renderApp('/farms/setup')
    const choices = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ textContent }) => textContent)
    await choose(app, 'Country', 'USA')
    expect(choices('Country')).toEqual(['', 'Canada', 'Mexico', 'USA', 'Australia'])
    await choose(app, 'State', 'Washington')
    await choose(app, 'Country', 'Canada')
    expect((screen.getByLabelText('State') as HTMLSelectElement).value).toBe('')
    expect(choices('State')).toEqual(['', ...statesOf('Canada')])
  })

  test('AFARM-9 a name ends at 40', async () => {
    signedIn('admin')
    const app = renderApp('/farms/setup')
    const name = await screen.findByLabelText('Name')
    await app.user.type(name, 'x'.repeat(39))
    expect(screen.queryByText('Max length reached')).toBeNull()
    await app.user.type(name, 'yz')
    expect((name as HTMLInputElement).value).toBe(`${'x'.repeat(39)}y`)
    expect(screen.getByText('Max length reached')).toBeTruthy()
  })

  test("AFARM-1 the server's field errors stand at their fields", async () => {
    signedIn('admin')
    on.createFarm(() =>
      failure(400, 'child "email" fails because [Please give an email address]', {
        email: 'Please give an email address',
      }),
    )
    const app = renderApp('/farms/setup')
    await app.user.type(await screen.findByLabelText('Name'), 'New Beds')
    await choose(app, 'Country', 'Canada')
    await choose(app, 'State', 'Ontario')
    await app.user.click(screen.getByRole('button', { name: 'Create farm' }))
    const email = screen.getByLabelText('Email')
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Please give an email address',
    )
    await focused(email)
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'New Beds')
    expect(app.address()).toBe('/farms/setup')
  })
})

describe('what was kept as a link', () => {
  const INVENTORY = 'report=inventory&dates=custom&from=2017-03-01&to=2017-11-30&view=table'

  // What stood at addresses before Today. No two that open the same follow each other: what is left would pass for it.
  test.each([
    [
      'manager',
      [
        ['/manage/farm-1?tab=info', 'Farm Info'],
        ['/manage/farm-1?tab=about', 'About My Farm'],
        // The keys of the console's tabs, on a manager's page too; 6 and what has no key are Farm Info there.
        ['/manage/farm-1?tab=0', 'Farm Info'],
        ['/manage/farm-1?tab=reports', 'Snapshot'],
        ['/manage/farm-1?tab=1', 'Farm Info'],
        ['/manage/farm-1?tab=2', 'Tagging Subscription'],
        ['/manage/farm-1?tab=3', 'Farm Info'],
        ['/manage/farm-1?tab=4', 'Snapshot'],
        ['/manage/farm-1?tab=6', 'Farm Info'],
        ['/manage/farm-1?tab=5', 'About My Farm'],
        ['/manage/farm-1?tab=nothing', 'Farm Info'],
        ['/manage/farm-1?tab=tagging', 'Tagging Subscription'],
        // Farm Info had no name.
        ['/manage/farm-1?report=yield', 'Farm Info'],
        ['/manage/farm-1?invoicePaid=true', 'Tagging Subscription'],
        ['/manage/farm-1?report=snapshot', 'Farm Info'],
        [`/manage/farm-1?tab=reports&${INVENTORY}`, 'Inventory'],
        ['/manage/farm-1?area=lease-a', 'Farm Info'],
        ['/manage/farm-1?tab=reports&report=compare&leftMetric=harvest', 'Compare'],
        ['/manage/farm-1?tab=reports&report=exports', 'Exports'],
        ['/reports/farm-1', 'Snapshot'],
        [`/reports/farm-1?${INVENTORY}`, 'Inventory'],
        ['/reports/farm-1?report=size', 'Average Size'],
      ],
    ],
    [
      'root',
      [
        ['/farms/farm-1?tab=0', 'Farm Info'],
        ['/farms/farm-1?tab=4', 'Snapshot'],
        ['/farms/farm-1?tab=1', 'Farm Info'],
        ['/farms/farm-1?tab=2', 'Paper & Printers'],
        ['/farms/farm-1?tab=3', 'Farm Info'],
        ['/farms/farm-1?tab=5', 'About My Farm'],
        ['/farms/farm-1?tab=info', 'Farm Info'],
        ['/farms/farm-1?tab=6', 'Features'],
        ['/farms/farm-1?report=yield', 'Farm Info'],
        ['/farms/farm-1?tab=reports', 'Snapshot'],
        ['/farms/farm-1?tab=about', 'About My Farm'],
        ['/farms/farm-1?tab=tagging', 'Paper & Printers'],
        ['/farms/farm-1?tab=features', 'Features'],
        [`/farms/farm-1?tab=4&${INVENTORY}`, 'Inventory'],
        ['/farms/farm-1?invoicePaid=true', 'Paper & Printers'],
        [`/reports/farm-1?${INVENTORY}`, 'Inventory'],
      ],
    ],
  ] as const)('by %s opens what it opened, also by Back', async (who, opened) => {
    signedIn(who)
    on.farm(farm({ taggingActive: true }))
    on.dashboard([square()])
    on.schedules({ data: [] })
    on.exports({ data: [] })
    const app = renderApp('/account')
    const shows = (panel: string, address: string) =>
      waitFor(() =>
        expect([...document.querySelectorAll('[role=tabpanel]')].at(-1)?.getAttribute('aria-label'), address).toBe(
          panel,
        ),
      )
    for (const [address, panel] of opened) {
      await app.go(address)
      await shows(panel, address)
    }
    for (const [address, panel] of opened.slice(0, -1).reverse()) {
      app.history.back()
      await shows(panel, `${address}, by Back`)
    }
  })
})
