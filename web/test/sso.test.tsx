import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { user as person, type Who } from './data'
import { renderApp } from './render'
import { failure, on, signedIn } from './server'

const token = () => sessionStorage.getItem('token')

describe('PUB-5 a link of another app', () => {
  test('on a broken line offers a second try, with the link as it was', async () => {
    const calls = on.my(() => (calls.length < 2 ? failure(503, 'busy') : { ...person('manager'), token: 'real' }))
    const app = renderApp('/sso/one-use-ticket/farm-1')
    expect(await screen.findByRole('heading', { level: 1, name: 'No answer yet' })).toBeTruthy()
    expect(app.address()).toBe('/sso/used/farm-1')
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1'))
    expect(calls[1]?.headers.get('Authorization')).toBe('Bearer one-use-ticket')
  })

  test.each([
    ['manager', '/manage/farm-1'],
    ['admin', '/farms/farm-1'],
    ['member', '/account/settings'],
  ] as [Who, string][])('signs %s in and goes to %s', async (who, place) => {
    const calls = on.my({ ...person(who), token: 'real-session' })
    const app = renderApp('/sso/one-use-ticket/farm-1')
    await waitFor(() => expect(app.address()).toBe(place))
    expect(calls[0]?.headers.get('Authorization')).toBe('Bearer one-use-ticket')
    expect(calls[0]?.url.searchParams.get('farm')).toBe('farm-1')
    expect(token()).toBe('real-session')
    expect(app.history.length).toBe(1)
  })

  test('an ordinary session token works as it is', async () => {
    on.my({ ...person('manager'), token: '' })
    const app = renderApp('/sso/a-session/farm-1')
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1'))
    expect(token()).toBe('a-session')
  })

  test("'Loading...' meanwhile, with the token out of the address", async () => {
    on.my(() => new Promise<Response>(() => undefined))
    const app = renderApp('/sso/secret-ticket/farm-1')
    expect(await screen.findByText('Loading...')).toBeTruthy()
    await waitFor(() => expect(app.address()).toBe('/sso/used/farm-1'))
  })

  test("'Error' with the message and a way on; nothing of the token stays", async () => {
    on.my(() => failure(401, 'That link is not valid any more. Please sign in.'))
    const app = renderApp('/sso/secret-ticket/farm-1')
    expect((await screen.findByRole('alert')).textContent).toBe('That link is not valid any more. Please sign in.')
    expect(screen.getByRole('heading', { name: 'Error' })).toBeTruthy()
    expect(token()).toBeNull()
    expect(app.address()).toBe('/sso/used/farm-1')
    expect(app.history.length).toBe(1)
    await app.user.click(screen.getByRole('link', { name: 'go to the start page' }))
    expect(await screen.findByLabelText('Username or email')).toBeTruthy()
  })

  test('the address that is left signs nobody in', async () => {
    renderApp('/sso/used/farm-1')
    expect((await screen.findByRole('alert')).textContent).toBe('This link signs in only once.')
  })

  test('a busy server throws nobody out and uses no link up: it is tried again', async () => {
    signedIn('manager')
    const people = bearers({ 'token-of-manager': 'manager', theirs: 'manager' })
    for (const busy of ['token-of-manager', 'theirs']) {
      on.my((request) =>
        request.headers.get('Authorization') === `Bearer ${busy}`
          ? failure(503, 'The server is busy.')
          : people(request),
      )
      const app = renderApp('/sso/theirs/farm-1')
      expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.')
      expect(token()).toBe('token-of-manager')
      on.my(people)
      await app.user.click(screen.getByRole('button', { name: 'Retry' }))
      await waitFor(() => expect(app.address()).toBe('/manage/farm-1'))
      cleanup()
      sessionStorage.setItem('token', 'token-of-manager')
    }
  })

  test('a dead link leaves who is signed in as they are', async () => {
    signedIn('manager')
    on.my(bearers({ 'token-of-manager': 'manager' }))
    renderApp('/sso/dead/farm-1')
    expect(await screen.findByRole('heading', { name: 'Error' })).toBeTruthy()
    expect(token()).toBe('token-of-manager')
  })
})

/** Answers "who am I" by the token that asks. */
function bearers(people: Record<string, Who>) {
  return ({ headers }: Request) => {
    const who = people[headers.get('Authorization')?.replace('Bearer ', '') ?? '']
    return who ? { ...person(who), token: '' } : failure(401, 'That link is not valid any more. Please sign in.')
  }
}

describe('PUB-5 S11 while somebody else is signed in', () => {
  function asked() {
    signedIn('manager')
    on.logout({ message: 'Logout successful.' })
    on.my(bearers({ 'token-of-manager': 'manager', theirs: 'member' }))
    return renderApp('/sso/theirs/farm-1')
  }

  test('asks, and goes on as the new one', async () => {
    const app = asked()
    expect(await screen.findByRole('heading', { name: 'Change who is signed in?' })).toBeTruthy()
    expect(token()).toBe('token-of-manager')
    await app.user.click(screen.getByRole('button', { name: 'Go on as member' }))
    await waitFor(() => expect(app.address()).toBe('/account/settings'))
    expect(token()).toBe('theirs')
  })

  test('or stays, and ends the session that was opened', async () => {
    const app = asked()
    const ended = on.logout({ message: 'Logout successful.' })
    await app.user.click(await screen.findByRole('button', { name: 'Stay manager' }))
    await waitFor(() => expect(app.address()).toBe('/manage'))
    expect(ended[0]?.headers.get('Authorization')).toBe('Bearer theirs')
    expect(token()).toBe('token-of-manager')
  })

  test('signs the other out in all tabs', async () => {
    const heard: object[] = []
    const other = new BroadcastChannel('session')
    other.onmessage = ({ data }: MessageEvent<object>) => heard.push(data)
    const app = asked()
    const ended = on.logout({ message: 'Logout successful.' })
    await app.user.click(await screen.findByRole('button', { name: 'Go on as member' }))
    await waitFor(() => expect(ended[0]?.headers.get('Authorization')).toBe('Bearer token-of-manager'))
    await waitFor(() => expect(heard).toEqual([{ out: ['token-of-manager'] }, { token: 'theirs' }]))
    other.close()
  })

  test('the same person is not asked', async () => {
    signedIn('manager')
    on.my(bearers({ 'token-of-manager': 'manager', again: 'manager' }))
    const app = renderApp('/sso/again/farm-1')
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1'))
    expect(token()).toBe('again')
  })
})
