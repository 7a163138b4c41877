import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endView, loseSession, onAuthRequired } from '@/api'
import { api } from '@/api/client'
import { farm, page, row, user } from './data'
import { renderApp } from './render'
import { failure, on, server, signedIn } from './server'

/** Another tab of the same origin. */
let other: BroadcastChannel
let heard: object[]

beforeEach(() => {
  heard = []
  other = new BroadcastChannel('session')
  other.onmessage = ({ data }: MessageEvent<object>) => heard.push(data)
})
afterEach(() => other.close())

const answering = (token: string) => {
  other.onmessage = ({ data }: MessageEvent<object>) => 'asks' in data && other.postMessage({ token })
}

describe('TABS-1 the tabs of one origin', () => {
  test('a tab without a session takes that of another', async () => {
    answering('theirs')
    on.my(user('manager'))
    on.farms(page([row()]))
    const app = renderApp('/manage')
    expect(await screen.findByRole('heading', { name: 'Farms' })).toBeTruthy()
    expect(app.address()).toBe('/manage')
    expect(sessionStorage.getItem('token')).toBe('theirs')
    expect(JSON.stringify(localStorage)).not.toContain('theirs')
  })

  test('a tab that has a session hands it on when it is asked, and only then', async () => {
    signedIn('manager')
    on.farms(page([row()]))
    renderApp('/manage')
    await screen.findByRole('heading', { name: 'Farms' })
    expect(heard).toEqual([])
    other.postMessage({ asks: true })
    const token = sessionStorage.getItem('token')
    await waitFor(() => expect(heard).toEqual([{ token }]))
  })

  test('a session that has ended is replaced by that of another tab, and what was asked is answered', async () => {
    signedIn('manager')
    const dead = sessionStorage.getItem('token')
    answering('newer')
    on.my((request) =>
      request.headers.get('Authorization') === 'Bearer newer' ? user('manager') : failure(401, 'Please sign in.'),
    )
    on.farms(page([row()]))
    const app = renderApp('/manage')
    expect(await screen.findByRole('heading', { name: 'Farms' })).toBeTruthy()
    expect(app.address()).toBe('/manage')
    expect([dead, sessionStorage.getItem('token')]).toEqual([dead, 'newer'])
  })

  test('a dead session that others still hold is not taken back', async () => {
    signedIn('manager')
    answering(sessionStorage.getItem('token') ?? '')
    on.my(() => failure(401, 'Please sign in.'))
    const app = renderApp('/manage')
    await waitFor(() => expect(app.address()).toBe('/login?returnUrl=/manage'))
    expect(sessionStorage.getItem('token')).toBeNull()
  })

  test('the sign-out of another tab is that of this one', async () => {
    signedIn('manager')
    on.farms(page([row()]))
    const ended = on.logout({ message: 'Logout successful.' })
    renderApp('/manage')
    await screen.findByRole('heading', { name: 'Farms' })
    other.postMessage({ out: [] })
    expect(await screen.findByRole('heading', { name: 'Logout successful.' })).toBeTruthy()
    expect(sessionStorage.getItem('token')).toBeNull()
    await waitFor(() => expect(ended.length).toBe(1))
    // What it has heard it does not say again: that would end the next sign-in.
    expect(heard.filter((message) => 'out' in message)).toEqual([])
  })
})

test('a refusal of one session takes none away that came meanwhile', () => {
  sessionStorage.setItem('token', 'newer')
  loseSession('older')
  expect(sessionStorage.getItem('token')).toBe('newer')
  loseSession('newer')
  expect(sessionStorage.getItem('token')).toBeNull()
})

describe('a session that shows a farm to staff', () => {
  /** As after 'See as its manager'. */
  function viewing() {
    signedIn('manager')
    const view = sessionStorage.getItem('token') ?? ''
    sessionStorage.setItem('token-before-view', 'own')
    on.farms(page([row()]))
    return view
  }

  test('is never handed on: who asks gets one’s own', async () => {
    viewing()
    renderApp('/manage')
    await screen.findByRole('heading', { name: 'Farms' })
    other.postMessage({ asks: true })
    await waitFor(() => expect(heard).toEqual([{ token: 'own' }]))
  })

  test('once over, nothing is asked again with the rights of another session', async () => {
    const view = viewing()
    answering('own')
    const asked: (string | null)[] = []
    const refuse = ({ request }: { request: Request }) => {
      asked.push(request.headers.get('Authorization'))
      return failure(401, 'Please sign in.')
    }
    onAuthRequired(() => undefined)
    server.use(
      http.get('*/api/v2/places/first', refuse),
      // By then the tab has one's own session again.
      http.get('*/api/v2/places/second', async (call) => {
        await waitFor(() => expect(sessionStorage.getItem('token')).toBe('own'))
        return refuse(call)
      }),
    )
    const places = (farmId: string) => api.GET('/api/v2/places/{farmId}', { params: { path: { farmId } } })
    await Promise.allSettled([places('first'), places('second')])
    expect(asked).toEqual([`Bearer ${view}`, `Bearer ${view}`])
    expect(sessionStorage.getItem('token')).toBe('own')
    expect(sessionStorage.getItem('token-before-view')).toBeNull()
  })

  test('once over, leads to where one is at home', async () => {
    const view = `Bearer ${viewing()}`
    const of = (request: Request) => request.headers.get('Authorization') === view
    on.my((request) => (of(request) ? user('manager') : user('admin')))
    on.farms((request) => (of(request) ? failure(401, 'Please sign in.') : page([row()])))
    const app = renderApp('/manage')
    await waitFor(() => expect(app.address()).toMatch(/^\/farms/))
    expect(sessionStorage.getItem('token')).toBe('own')
  })

  test('ends by itself, on the server too, and signs nobody out', async () => {
    const view = viewing()
    const ended = on.logout({ message: 'Logout successful.' })
    endView()
    expect(sessionStorage.getItem('token')).toBe('own')
    await waitFor(() => expect(ended.length).toBe(1))
    expect(ended[0]?.headers.get('Authorization')).toBe(`Bearer ${view}`)
    expect(heard).toEqual([])
  })

  test('ends with one’s own where one signs out, and with what another tab ends', async () => {
    const view = viewing()
    const ended = on.logout({ message: 'Logout successful.' })
    renderApp('/manage')
    await screen.findByRole('heading', { name: 'Farms' })
    other.postMessage({ out: ['own'] })
    expect(await screen.findByRole('heading', { name: 'Logout successful.' })).toBeTruthy()
    expect(sessionStorage.getItem('token-before-view')).toBeNull()
    await waitFor(() => expect(ended.map(({ headers }) => headers.get('Authorization'))).toEqual([`Bearer ${view}`]))
  })
})

/** The app opens at the sign-in, and gives up the cookie that kept somebody signed in. */
async function expectGivenUp() {
  const left = vi.fn()
  server.use(
    http.delete('*/api/login/stay', () => {
      left()
      return HttpResponse.json({ message: '' })
    }),
  )
  const app = renderApp('/manage')
  await waitFor(() => expect(app.address()).toBe('/login?returnUrl=/manage'))
  await waitFor(() => expect(localStorage.getItem('stays')).toBeNull())
  expect(left).toHaveBeenCalledTimes(1)
}

describe('staying signed in', () => {
  const exchange = (answer: () => Response) => {
    const asked: Request[] = []
    server.use(
      http.post('*/api/login/stay', ({ request }) => {
        asked.push(request)
        return answer()
      }),
    )
    return asked
  }

  test('a session is opened by a call with the header that other sites cannot send', async () => {
    localStorage.setItem('stays', 'yes')
    const asked = exchange(() => HttpResponse.json({ token: 'opened', user: user('manager') }))
    on.my(user('manager'))
    on.farms(page([row()]))
    renderApp('/manage')
    expect(await screen.findByRole('heading', { name: 'Farms' })).toBeTruthy()
    expect(asked[0]?.headers.get('X-Stay')).toBe('1')
    expect(sessionStorage.getItem('token')).toBe('opened')
    expect(localStorage.getItem('stays')).toBe('yes')
  })

  test('a refusal leads to the sign-in, and gives the cookie up', async () => {
    localStorage.setItem('stays', 'yes')
    exchange(() => failure(401, 'You do not stay signed in here any more.'))
    await expectGivenUp()
  })

  test('a session that ends in the middle of the work is replaced, and what was asked is answered', async () => {
    signedIn('manager')
    localStorage.setItem('stays', 'yes')
    on.farms(page([row()]))
    const app = renderApp('/manage')
    const details = await screen.findByRole('link', { name: /View Details/ })
    // As it is after a night: the session has ended, the stay has not.
    sessionStorage.setItem('token', 'after-a-night')
    const asked = exchange(() => HttpResponse.json({ token: 'opened', user: user('manager') }))
    on.farm((request) =>
      request.headers.get('Authorization') === 'Bearer opened' ? farm() : failure(401, 'Please sign in.'),
    )
    await app.user.click(details)
    expect(await screen.findByRole('heading', { name: 'Farms / Salish Sea Test Beds' })).toBeTruthy()
    expect(sessionStorage.getItem('token')).toBe('opened')
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['manager', ['Bearer fresh'], 'yes'],
    ['admin', [], null],
  ] as const)('%s, who ticks it', async (who, told, stays) => {
    vi.stubGlobal('isSecureContext', true)
    const asked: Request[] = []
    server.use(
      http.post('*/api/users/my/stay', ({ request }) => {
        asked.push(request)
        return HttpResponse.json({ message: '' })
      }),
    )
    on.login({ token: 'fresh', user: user(who) })
    on.my(user(who))
    on.farms(page([row()]))
    const app = renderApp('/login')
    await app.user.click(await screen.findByLabelText('Stay signed in on this device'))
    await app.user.type(screen.getByLabelText('Username or email'), who)
    await app.user.type(screen.getByLabelText('Password'), 'merroir-demo')
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'Farms' })).toBeTruthy()
    expect(asked.map(({ headers }) => headers.get('Authorization'))).toEqual(told)
    for (const { headers } of asked) expect(headers.get('X-Stay')).toBe('1')
    expect(localStorage.getItem('stays')).toBe(stays)
    vi.unstubAllGlobals()
  })

  test('signing out while the server cannot be reached gives the cookie up as soon as it can', async () => {
    signedIn('manager')
    localStorage.setItem('stays', 'yes')
    server.use(http.all('*/api/*', () => HttpResponse.error()))
    server.use(http.all('*/api/login/stay', () => HttpResponse.error()))
    renderApp('/login/logout')
    expect(await screen.findByRole('heading', { name: 'Logout successful.' })).toBeTruthy()
    await waitFor(() => expect(localStorage.getItem('stays')).toBe('ending'))
    // As the browser is after it was closed.
    cleanup()
    server.resetHandlers()
    const asked = exchange(() => HttpResponse.json({ token: 'opened', user: user('manager') }))
    await expectGivenUp()
    expect(asked).toEqual([])
  })

  test('a server out of reach signs nobody out', async () => {
    localStorage.setItem('stays', 'yes')
    exchange(() => HttpResponse.error())
    const app = renderApp('/manage')
    expect(await screen.findByText(/could not be reached/)).toBeTruthy()
    expect(app.address()).toBe('/manage')
    expect(localStorage.getItem('stays')).toBe('yes')
  })
})

test('a click with Ctrl, or with the middle button, on a row opens a tab, and one on a link is the browser’s', async () => {
  signedIn('manager')
  on.farms(page([row({ _id: 'farm-1' })]))
  const app = renderApp('/manage')
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const link = await screen.findByRole('link', { name: /View Details/ })
  const cell = link.closest('tr')?.querySelector('td')
  if (!cell) throw new Error('no cell')
  fireEvent.click(cell, { ctrlKey: true })
  fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  expect(open.mock.calls).toEqual(Array(2).fill(['/manage/farm-1', '_blank', 'noopener']))
  fireEvent.click(link, { ctrlKey: true })
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 2 }))
  expect(open).toHaveBeenCalledTimes(2)
  expect(app.address()).toBe('/manage')
})
