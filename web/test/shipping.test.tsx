import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { farm, user } from './data'
import { focused, renderApp } from './render'
import { failure, lastBody, on, signedIn } from './server'

const TITLE = 'Refill shipping info'
const SAVED = 'Success. Changes have been saved.'
const ADDRESS = {
  name: 'June Halvorsen',
  business: 'Stony Point LLC',
  address1: '12 Tide Street',
  address2: 'Shed 4',
  city: 'Bay Center',
  state: 'Washington',
  country: 'USA',
  postalCode: '98527',
}
const NOTHING = farm().shippingAddress

const panel = () => screen.findByRole('region', { name: TITLE })
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const errorOf = (label: string) => document.getElementById(input(label).getAttribute('aria-describedby') ?? '')

type Who = 'manager' | 'admin'
const addressOf = (who: Who) => (who === 'manager' ? '/manage/farm-1?tab=2' : '/farms/farm-1?tab=2')

async function openForm(who: Who = 'manager', shippingAddress = ADDRESS) {
  signedIn(who)
  on.farm(farm({ taggingActive: true, shippingAddress }))
  const app = renderApp(addressOf(who))
  await app.user.click(await screen.findByRole('button', { name: `Edit ${TITLE}` }))
  const form = await screen.findByRole('form', { name: `Edit ${TITLE}` })
  return { ...app, form, save: () => app.user.click(within(form).getByRole('button', { name: 'Save' })) }
}

describe('SUB-9 the panel', () => {
  test.each(['manager', 'admin'] as const)('shows the address, to %s', async (who) => {
    signedIn(who)
    on.farm(farm({ taggingActive: true, shippingAddress: ADDRESS }))
    renderApp(addressOf(who))
    const facts = (await panel()).querySelectorAll('dl > div')
    expect([...facts].map((fact) => fact.textContent)).toEqual([
      'NameJune Halvorsen',
      'BusinessStony Point LLC',
      'Address12 Tide Street, Shed 4, Bay Center, Washington, 98527, USA',
    ])
    expect(within(await panel()).getByRole('button', { name: `Edit ${TITLE}` }).textContent).toBe('Edit')
  })

  test('an address that nobody gave says so', async () => {
    signedIn('admin')
    on.farm(farm({ taggingActive: true }))
    renderApp('/farms/farm-1?tab=2')
    expect(within(await panel()).getAllByText('not given')).toHaveLength(3)
  })
})

describe('SUB-9 the form', () => {
  test('what is missing stands at its field, and nothing is sent', async () => {
    const app = await openForm('manager', NOTHING)
    const calls = on.editShipping({ shippingAddress: ADDRESS, version: 8 })
    await app.save()
    for (const label of ['Name', 'Address 1', 'City', 'State', 'Zip Code', 'Country']) {
      expect(errorOf(label)?.textContent).toBe(`${label} is required.`)
    }
    for (const label of ['Business', 'Address 2']) expect(input(label).getAttribute('aria-invalid')).toBeNull()
    await focused(input('Name'))
    await app.user.type(input('Name'), 'June')
    expect(screen.queryByText('Name is required.')).toBeNull()
    expect(calls).toEqual([])
  })

  test.each(['manager', 'admin'] as const)('AFARM-11 a filled form saves, whatever its zip, as %s', async (who) => {
    const app = await openForm(who, NOTHING)
    const calls = on.editShipping(() => ({ shippingAddress: { ...NOTHING, ...lastBody<object>(calls) }, version: 8 }))
    for (const [label, text] of [
      ['Name', 'June Halvorsen'],
      ['Address 1', '12 Tide Street'],
      ['City', 'Courtenay'],
      ['Zip Code', 'V9N 1A1'],
    ] as const) {
      await app.user.type(input(label), text)
    }
    await app.user.selectOptions(input('Country'), 'Canada')
    await app.user.selectOptions(input('State'), 'British Columbia')
    await app.save()
    expect(await within(await panel()).findByText(SAVED)).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([
      {
        name: 'June Halvorsen',
        address1: '12 Tide Street',
        city: 'Courtenay',
        postalCode: 'V9N 1A1',
        country: 'Canada',
        state: 'British Columbia',
        version: 7,
      },
    ])
    expect((await panel()).textContent).toContain('12 Tide Street, Courtenay, British Columbia, V9N 1A1, Canada')
    expect(screen.queryByRole('form', { name: `Edit ${TITLE}` })).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await focused(screen.getByRole('button', { name: `Edit ${TITLE}` }))
  })

  test('AFARM-2 another country has other states, and needs one', async () => {
    const app = await openForm()
    await app.user.selectOptions(input('Country'), 'Australia')
    expect([...input('State').querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '',
      'New South Wales',
      'Queensland',
      'South Australia',
      'Tasmania',
      'Victoria',
      'Western Australia',
    ])
    await app.save()
    expect(errorOf('State')?.textContent).toBe('State is required.')
  })

  test("the server's refusal stands at its field", async () => {
    on.editShipping(() => failure(400, 'child "city" fails because [No]', { city: 'No such city' }))
    const app = await openForm()
    await app.user.type(input('City'), '!')
    await app.save()
    await waitFor(() => expect(errorOf('City')?.textContent).toBe('No such city'))
  })

  test('changes that are not saved are asked about', async () => {
    const app = await openForm()
    await app.user.click(within(app.form).getByRole('button', { name: 'Cancel' }))
    await focused(screen.getByRole('button', { name: `Edit ${TITLE}` }))
    await app.user.click(screen.getByRole('button', { name: `Edit ${TITLE}` }))
    await app.user.type(input('City'), '!')
    await app.user.click(screen.getByRole('tab', { name: 'Farm Info' }))
    await app.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(input('City').value).toBe('Bay Center!')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect((await panel()).textContent).not.toContain('Bay Center!')
  })

  test('AUTH-3 a session that runs out in the middle of it loses nothing', async () => {
    const app = await openForm('manager', NOTHING)
    on.editShipping(() => failure(401, 'Your session has ended.'))
    for (const [label, text] of [
      ['Name', 'June Halvorsen'],
      ['Address 1', '12 Tide Street'],
      ['City', 'Bay Center'],
      ['Zip Code', '98527-0412'],
    ] as const)
      await app.user.type(input(label), text)
    await app.user.selectOptions(input('Country'), 'USA')
    await app.user.selectOptions(input('State'), 'Washington')
    await app.save()
    await app.user.type(await screen.findByLabelText('Username or email'), 'manager')
    expect(app.history.location.pathname).toBe('/login')
    on.login({ token: 'fresh', user: user('manager') })
    on.my(user('manager'))
    await app.user.type(screen.getByLabelText('Password'), 'merroir-demo')
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText(/^What you typed is back/)).toBeTruthy()
    expect(input('Zip Code').value).toBe('98527-0412')
    expect(input('State').value).toBe('Washington')
    on.editShipping({ shippingAddress: ADDRESS, version: 8 })
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await within(await panel()).findByText(SAVED)).toBeTruthy()
  })

  test('two editors: theirs are taken, a country goes with its state', async () => {
    const app = await openForm()
    let stored = farm({ taggingActive: true, shippingAddress: ADDRESS })
    on.farm(() => stored)
    const calls = on.editShipping(() => {
      const { version, ...change } = lastBody<{ version: number }>(calls)
      if (version !== stored.version) return failure(409, 'Somebody else changed this farm meanwhile.')
      return { shippingAddress: { ...stored.shippingAddress, ...change }, version: 9 }
    })
    await app.user.selectOptions(input('State'), 'Oregon')
    stored = farm({
      taggingActive: true,
      version: 8,
      shippingAddress: { ...ADDRESS, name: 'Rolf', country: 'Canada', state: 'Ontario' },
    })
    await app.save()
    const news = await screen.findByRole('region', { name: 'Somebody else changed this farm meanwhile.' })
    expect(news.textContent).toContain('NameJune Halvorsen Rolf')
    const place = within(news).getByRole('group', { name: 'Country and State' })
    expect(place.textContent).toBe('Country and StateKeep mine USA, OregonTake theirs Canada, Ontario')
    await app.user.click(within(place).getByRole('radio', { name: /Keep mine/ }))
    await app.save()
    await screen.findByText(SAVED)
    expect(lastBody(calls)).toEqual({ country: 'USA', state: 'Oregon', version: 8 })
    expect((await panel()).textContent).toContain('Rolf')
  })
})
