import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { dropSession, myUserQuery } from '@/api'
import { createQueryClient } from '@/app/queryClient'
import { farm, user, type Who } from './data'
import { renderApp } from './render'
import { failure, on, signedIn } from './server'

const returnUrl = (address: string) => new URLSearchParams(address.split('?')[1]).get('returnUrl')

describe('AUTH-3 a session that is not there', () => {
  test.each(['/manage', '/manage/farm-1?tab=reports&by=area', '/farms', '/farms/setup', '/account/settings', '/admin'])(
    '%s leads to sign-in and knows the way back',
    async (address) => {
      const app = renderApp(address)
      await screen.findByLabelText('Username or email')
      expect(app.history.location.pathname).toBe('/login')
      expect(screen.queryByText(/Your session has ended/)).toBeNull()
      expect(returnUrl(app.address())).toBe(address)
    },
  )

  test('an ended session is dropped', async () => {
    sessionStorage.setItem('token', 'old')
    on.my(() => failure(401, 'Your session has ended.'))
    const app = renderApp('/manage?page=2')
    await screen.findByLabelText('Username or email')
    expect(screen.getByText('Your session has ended. Sign in to go on where you were.')).toBeTruthy()
    expect(returnUrl(app.address())).toBe('/manage?page=2')
    expect(sessionStorage.getItem('token')).toBeNull()
  })

  test('the page that is left then does not ask who the person is', async () => {
    signedIn('manager')
    const asked = on.my(user('manager'))
    const client = createQueryClient()
    function Name() {
      return <p>{useQuery(myUserQuery).data?.username ?? 'nobody'}</p>
    }
    const page = () => (
      <QueryClientProvider client={client}>
        <Name />
      </QueryClientProvider>
    )
    const { rerender } = render(page())
    await screen.findByText('manager')
    dropSession()
    client.clear()
    rerender(page())
    await screen.findByText('nobody')
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['a 401', () => failure(401, 'Ended.')],
    ['the header alone', () => new Response('{}', { status: 200, headers: { 'X-Auth-Required': 'true' } })],
  ])('%s on any call ends it too', async (_, reply) => {
    signedIn('manager')
    on.farms(reply)
    const app = renderApp('/manage?page=3')
    await screen.findByLabelText('Username or email')
    expect(screen.getByText('Your session has ended. Sign in to go on where you were.')).toBeTruthy()
    expect(returnUrl(app.address())).toBe('/manage?page=3')
    expect(sessionStorage.getItem('token')).toBeNull()
  })

  test('a form with changes holds nobody then, and has them back after signing in', async () => {
    signedIn('admin')
    on.editFarm(() => failure(401, 'Ended.'))
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.click(await screen.findByRole('button', { name: 'Edit Farm Information' }))
    await app.user.type(await screen.findByRole('textbox', { name: 'Owner' }), ' and sons')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByLabelText('Username or email')
    expect(returnUrl(app.address())).toBe('/farms/farm-1?tab=info')
    on.login({ token: 'fresh', user: user('admin') })
    on.my(user('admin'))
    await app.user.type(screen.getByLabelText('Username or email'), 'admin')
    await app.user.type(screen.getByLabelText('Password'), 'merroir-demo')
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
    const owner = await screen.findByRole('textbox', { name: 'Owner' })
    expect((owner as HTMLInputElement).value).toMatch(/ and sons$/)
    expect(screen.getByText(/^What you typed is back/)).toBeTruthy()
    const calls = on.editFarm(farm())
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Success. Changes have been saved.')
    expect(calls[0]?.body).toEqual({ owner: (owner as HTMLInputElement).value, version: farm().version })
  })

  test("on /login it says 'Auth required.'", async () => {
    sessionStorage.setItem('token', 'old')
    on.my(() => failure(401, 'Ended.'))
    const app = renderApp('/login?returnUrl=/manage')
    expect(await screen.findByText('Auth required.')).toBeTruthy()
    expect(screen.queryByText(/Your session has ended/)).toBeNull()
    expect(app.address()).toBe('/login?returnUrl=/manage')
  })
})

describe('AUTH-4 AUTH-5 AUTH-6 everyone in their area', () => {
  test.each([
    ['/farms', 'root', '/farms'],
    ['/farms', 'admin', '/farms'],
    ['/farms', 'manager', '/manage'],
    ['/farms', 'member', '/account/settings'],
    ['/farms/setup', 'root', '/farms/setup'],
    ['/farms/setup', 'admin', '/farms/setup'],
    ['/farms/setup', 'manager', '/manage'],
    ['/farms/setup', 'member', '/account/settings'],
    ['/admin', 'root', '/admin'],
    ['/admin', 'admin', '/admin'],
    ['/admin', 'manager', '/manage'],
    ['/admin', 'member', '/account/settings'],
    ['/manage', 'admin', '/farms'],
    ['/manage', 'root', '/farms'],
    ['/manage', 'manager', '/manage'],
    ['/manage', 'member', '/account/settings'],
    ['/account/settings', 'admin', '/account/settings'],
    ['/account/settings', 'manager', '/account/settings'],
    ['/account/settings', 'member', '/account/settings'],
    ['/account', 'root', '/account'],
    ['/account', 'manager', '/account'],
  ] as [string, Who, string][])('%s as %s goes to %s', async (address, who, landing) => {
    signedIn(who)
    const app = renderApp(address)
    await waitFor(() => expect(app.address()).toBe(landing))
    expect(await screen.findByRole('link', { name: 'Skip to content' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  })
})

describe('PUB-7 FARM-9 what is not there', () => {
  test('PUB-7 a path of nobody', async () => {
    renderApp('/nowhere/at/all')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
    expect(screen.getByText("We couldn't find the page you requested.")).toBeTruthy()
  })

  test.each([
    ['admin', '/farms'],
    ['manager', '/manage'],
  ] as [Who, string][])('PUB-7 a path of nobody leads %s, signed in, back to their own', async (who, home) => {
    signedIn(who)
    const app = renderApp('/no/such/page')
    await screen.findByRole('heading', { name: 'Page not found' })
    const header = within(screen.getByRole('banner'))
    expect(await header.findByRole('link', { name: 'Sign out' })).toBeTruthy()
    expect(header.queryByRole('link', { name: 'Sign in' })).toBeNull()
    await app.user.click(header.getByRole('link', { name: 'Home' }))
    await waitFor(() => expect(app.address()).toBe(home))
  })

  test.each([
    ['/manage/a/b/c', 'manager'],
    ['/farms/a/b', 'admin'],
    ['/account/clock', 'member'],
    ['/admin/nothing', 'root'],
  ] as [string, Who][])('FARM-9 %s', async (address, who) => {
    signedIn(who)
    renderApp(address)
    expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeTruthy()
    expect(screen.getByText("That route didn't match any handlers.")).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /home/i }).length).toBeGreaterThan(0)
    expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Sign out' })).toBeTruthy()
  })

  test('PUB-6 /moved leads home', async () => {
    const app = renderApp('/moved')
    await screen.findByLabelText('Username or email')
    expect(app.address()).toBe('/')
  })
})

test('FARM-8 the frame of the manager area', async () => {
  signedIn('manager')
  renderApp('/manage')
  const header = await screen.findByRole('banner')
  expect([...header.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['Merroir', 'Farms', 'Sign out'])
  const footer = screen.getByRole('contentinfo')
  expect([...footer.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['Home', 'Sign out'])
})

test.each([
  ['manager', '/manage'],
  ['admin', '/farms'],
] as const)('FARM-8 the frame of a farm leads the %s to the farms', async (who, home) => {
  signedIn(who)
  renderApp(`${home}/farm-1`)
  const header = within(await screen.findByRole('banner'))
  expect(header.getByRole('link', { name: 'Farms' }).getAttribute('href')).toBe(home)
  expect(header.getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe('/login/logout')
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Home', 'Sign out'])
})
