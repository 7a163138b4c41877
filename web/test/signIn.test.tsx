import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { User } from '@/api'
import { user as person, type Who } from './data'
import { focused, renderApp } from './render'
import { failure, later, on, signedIn } from './server'

const name = () => screen.findByLabelText('Username or email')
const password = () => screen.getByLabelText('Password')
const submit = () => screen.getByRole('button', { name: 'Sign in' })

async function signInAs(address: string, who: Who) {
  const app = renderApp(address)
  on.login({ token: 'fresh', user: person(who) })
  on.my(person(who))
  await app.user.type(await name(), who)
  await app.user.type(password(), 'merroir-demo')
  await app.user.click(submit())
  return app
}

describe('PUB-1 AUTH-1 signing in', () => {
  test.each(['/', '/login'])('the form stands at %s', async (address) => {
    renderApp(address)
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy()
    expect(document.title).toBe('Sign in · Merroir')
    expect(await name()).toHaveProperty('disabled', false)
    expect(password()).toMatchObject({ type: 'password', disabled: false })
    expect(submit()).toHaveProperty('disabled', false)
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/login/forgot')
    const links = (within: HTMLElement) =>
      [...within.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
    expect(links(screen.getByRole('banner'))).toEqual([
      ['Merroir', '/'],
      ['Sign in', '/login'],
    ])
    expect(links(screen.getByRole('contentinfo'))).toContainEqual(['Home', '/'])
    expect(screen.getByRole('contentinfo').textContent).toContain(`© ${new Date().getFullYear()} Merroir`)
  })

  test('AUTH-1 the token is kept for the tab and sent as bearer, crumb as a header', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested.
    document.cookie = 'crumb=a%20b'
    const list = on.farms(() => failure(503, 'busy'))
    const app = await signInAs('/', 'admin')
    await waitFor(() => expect(list.length).toBeGreaterThan(0))
    expect(sessionStorage.getItem('token')).toBe('fresh')
    expect(list[0]?.headers.get('Authorization')).toBe('Bearer fresh')
    expect(list[0]?.headers.get('X-CSRF-Token')).toBe('a b')
    expect(app.address()).toBe('/farms')
    // biome-ignore lint/suspicious/noDocumentCookie: as above.
    document.cookie = 'crumb=; max-age=0'
  })

  test.each([
    ['admin', '/farms'],
    ['root', '/farms'],
    ['manager', '/manage'],
    ['member', '/account/settings'],
  ] as [Who, string][])('AUTH-2 %s lands on %s', async (who, landing) => {
    const app = await signInAs('/login', who)
    await waitFor(() => expect(app.address()).toBe(landing))
  })

  test('AUTH-2 a returnUrl wins', async () => {
    const app = await signInAs('/login?returnUrl=/manage/farm-1%3Ftab%3Dabout', 'manager')
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1?tab=about'))
  })

  test.each(['//evil.example', 'https://evil.example', '/%09/evil.example'])(
    'AUTH-2 a returnUrl %s does not',
    async (url) => {
      const app = await signInAs(`/login?returnUrl=${encodeURIComponent(url)}`, 'manager')
      await waitFor(() => expect(app.address()).toBe('/manage'))
    },
  )

  test('AUTH-2 a returnUrl into an area of others ends at home', async () => {
    const app = await signInAs('/login?returnUrl=/farms', 'manager')
    await waitFor(() => expect(app.address()).toBe('/manage'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Farms' })).toBeTruthy()
  })

  test.each([
    ['root', '/', '/farms'],
    ['admin', '/', '/farms'],
    ['manager', '/', '/manage'],
    ['member', '/login', '/account/settings'],
  ] as [Who, string, string][])('AUTH-2 %s, signed in already, goes on at once from %s', async (who, address, home) => {
    signedIn(who)
    const app = renderApp(address)
    await waitFor(() => expect(app.address()).toBe(home))
  })

  test('AUTH-2 who is signed in already goes on at once', async () => {
    signedIn('manager')
    const app = renderApp('/login')
    expect(await screen.findByRole('heading', { name: 'Farms' })).toBeTruthy()
    expect(app.address()).toBe('/manage')
  })
})

describe('PUB-9 AUTH-1 errors of the form', () => {
  test('a busy server does not ask who is signed in for their password', async () => {
    signedIn('manager')
    on.my(() => failure(503, 'The server is busy.'))
    const app = renderApp('/')
    expect(await screen.findByText('The server is busy.')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(sessionStorage.getItem('token')).toBe('token-of-manager')
    on.my(person('manager'))
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(app.address()).toBe('/manage'))
  })

  test('a late answer moves nobody who has gone elsewhere', async () => {
    const answer = later<{ token: string; user: User }>()
    on.login(answer.reply)
    const app = renderApp('/login')
    await app.user.type(await name(), 'manager')
    await app.user.type(password(), 'merroir-demo')
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await app.user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    await screen.findByRole('heading', { name: 'Forgot your password?' })
    answer.give({ token: 't', user: person('manager') })
    await waitFor(() => expect(sessionStorage.getItem('token')).toBe('t'))
    expect(app.address()).toBe('/login/forgot')
  })

  test('a wrong password is told, and what was typed stays', async () => {
    const app = renderApp('/login')
    on.login(() => failure(401, 'That username and password do not match an active account.'))
    await app.user.type(await name(), 'manager')
    await app.user.type(password(), 'wrong')
    await app.user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('do not match an active account')
    expect(((await name()) as HTMLInputElement).value).toBe('manager')
    expect(app.address()).toBe('/login')
    // It is typed anew at once.
    await focused(password())
    await app.user.keyboard('right')
    expect(password()).toHaveProperty('value', 'right')
  })

  test('what is empty is asked for, before anything is sent', async () => {
    const app = renderApp('/login')
    const calls = on.login({ token: 'fresh', user: person('manager') })
    await app.user.type(await name(), ' ')
    await app.user.click(submit())
    expect(await screen.findByText('Please enter your username or email.')).toBeTruthy()
    const about = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(about(await name())?.textContent).toBe('Please enter your username or email.')
    expect(about(password())?.textContent).toBe('Please enter your password.')
    await focused(await name())
    await app.user.type(await name(), 'manager')
    await app.user.click(submit())
    await waitFor(() => expect(screen.queryByText('Please enter your username or email.')).toBeNull())
    await focused(password())
    expect(calls).toEqual([])
    await app.user.type(password(), 'merroir-demo')
    await app.user.click(submit())
    await waitFor(() => expect(app.address()).toBe('/manage'))
  })

  test('a field error stands at its field, which gets the focus', async () => {
    const app = renderApp('/login')
    on.login(() =>
      failure(400, 'child "password" fails because [Please enter a password.]', {
        password: 'Please enter a password.',
      }),
    )
    await app.user.type(await name(), 'manager')
    await app.user.type(password(), 'merroir-demo')
    await app.user.click(submit())
    await waitFor(() => expect(password().getAttribute('aria-invalid')).toBe('true'))
    const note = document.getElementById(password().getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('Please enter a password.')
    await focused(password())
  })

  test('fields are disabled while it loads', async () => {
    const app = renderApp('/login')
    const answer = later<{ token: string; user: User }>()
    on.login(answer.reply)
    await app.user.type(await name(), 'manager')
    await app.user.type(password(), 'merroir-demo')
    await app.user.click(submit())
    await waitFor(async () => expect(((await name()) as HTMLInputElement).disabled).toBe(true))
    expect(password()).toHaveProperty('disabled', true)
    expect((submit() as HTMLButtonElement).disabled).toBe(true)
    answer.give(failure(400, 'no'))
    await waitFor(async () => expect(((await name()) as HTMLInputElement).disabled).toBe(false))
  })

  test('a second press before the screen can show anything of the first sends nothing more', async () => {
    const app = renderApp('/login')
    const answer = later<{ token: string; user: User }>()
    const calls = on.login(answer.reply)
    on.my(person('manager'))
    await app.user.type(await name(), 'manager')
    await app.user.type(password(), 'merroir-demo')
    act(() => {
      submit().click()
      submit().click()
    })
    await app.user.type(password(), '{Enter}')
    answer.give({ token: 't', user: person('manager') })
    await waitFor(() => expect(app.address()).toBe('/manage'))
    expect(calls).toHaveLength(1)
  })

  test('a server that cannot be reached is told in plain words', async () => {
    const app = renderApp('/login')
    on.login(() => Response.error())
    await app.user.type(await name(), 'manager')
    await app.user.type(password(), 'merroir-demo')
    await app.user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('The server could not be reached.')
  })
})

describe('AUTH-1 the second factor', () => {
  const ASK = 'Please give the code from your authenticator app.'
  const refuse = (message: string) => () => failure(400, `child "code" fails because [${message}]`, { code: message })

  async function toCode() {
    const app = renderApp('/login')
    const calls = on.login(refuse(ASK))
    await app.user.type(await name(), 'manager')
    await app.user.type(password(), 'merroir-demo')
    await app.user.click(submit())
    const code = (await screen.findByLabelText('Code')) as HTMLInputElement
    return { app, calls, code }
  }

  test('is asked for when the server wants it, and sent with what was typed before', async () => {
    const { app, calls, code } = await toCode()
    expect(calls[0]?.body).toEqual({ username: 'manager', password: 'merroir-demo' })
    await focused(code)
    expect(code.autocomplete).toBe('one-time-code')
    expect(code.getAttribute('aria-invalid')).toBeNull()
    const again = on.login({ token: 'fresh', user: person('manager') })
    on.my(person('manager'))
    await app.user.type(code, ' 123456')
    await app.user.click(submit())
    await waitFor(() => expect(app.address()).toBe('/manage'))
    expect(again[0]?.body).toEqual({ username: 'manager', password: 'merroir-demo', code: '123456' })
  })

  test('a wrong code is told at the field; Back keeps username and password', async () => {
    const { app, code } = await toCode()
    on.login(refuse('That code is not right, or was used before. Please give the newest one.'))
    await app.user.type(code, '000000')
    await app.user.click(submit())
    expect(await screen.findByText(/^That code is not right/)).toBeTruthy()
    await focused(screen.getByLabelText('Code'))
    await app.user.click(screen.getByRole('button', { name: 'Back' }))
    expect(((await name()) as HTMLInputElement).value).toBe('manager')
    expect((password() as HTMLInputElement).value).toBe('merroir-demo')
  })

  test('a recovery code serves in its place, as it is written', async () => {
    const { app, code } = await toCode()
    const again = on.login({ token: 'fresh', user: person('manager') })
    on.my(person('manager'))
    await app.user.type(code, 'aaaa-1111')
    await app.user.click(submit())
    await waitFor(() => expect(app.address()).toBe('/manage'))
    expect(again[0]?.body).toMatchObject({ code: 'aaaa-1111' })
  })

  test('who must set one up lands in the settings, whatever the returnUrl', async () => {
    const app = renderApp('/login?returnUrl=/farms')
    const enrolling = { ...person('admin'), mustEnrol: true }
    on.login({ token: 'fresh', user: enrolling })
    on.my(enrolling)
    await app.user.type(await name(), 'admin')
    await app.user.type(password(), 'merroir-demo')
    await app.user.click(submit())
    expect(await screen.findByRole('heading', { name: 'Account settings' })).toBeTruthy()
    expect(app.address()).toBe('/account/settings')
  })
})

describe('PUB-2 PUB-3 PUB-4 the other ways', () => {
  test('PUB-2 forgot passes the app on and says the same whatever there is', async () => {
    const app = renderApp('/login/forgot?app=farmer')
    const calls = on.forgot({ message: 'x' })
    await app.user.type(await screen.findByLabelText("What's your email?"), ' a@b.example ')
    await app.user.click(screen.getByRole('button', { name: 'Send reset' }))
    expect(
      await screen.findByText('If an account matched that address, an email will be sent with instructions.'),
    ).toBeTruthy()
    expect(calls[0]?.body).toEqual({ email: 'a@b.example', app: 'farmer' })
    expect(screen.queryByLabelText("What's your email?")).toBeNull()
  })

  test('PUB-3 reset sets the password of the link', async () => {
    const app = renderApp('/login/reset/a@b.example/secret-key?app=distributor')
    const calls = on.reset({ message: 'Success.' })
    expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeTruthy()
    const email = screen.getByLabelText('Email') as HTMLInputElement
    expect([email.value, email.readOnly]).toEqual(['a@b.example', true])
    await app.user.type(screen.getByLabelText('New password'), 'tide and moon')
    await app.user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('Your password has been reset.')).toBeTruthy()
    const sent = { email: 'a@b.example', key: 'secret-key', password: 'tide and moon', revokeIssued: true }
    expect(calls[0]?.body).toEqual(sent)
    expect(screen.getByRole('link', { name: 'Back to app' }).getAttribute('href')).toBe('merroir-distributor://')
  })

  test('PUB-3 reset leaves invitations and keys alone where that is chosen', async () => {
    const app = renderApp('/login/reset/a@b.example/secret-key')
    const calls = on.reset({ message: 'Success.' })
    const choice = await screen.findByRole('checkbox', { name: /revoke my open invitations, and the API keys/ })
    expect(choice).toHaveProperty('checked', true)
    await app.user.click(choice)
    await app.user.type(screen.getByLabelText('New password'), 'tide and moon')
    await app.user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('Your password has been reset.')).toBeTruthy()
    expect(calls[0]?.body).toEqual({ email: 'a@b.example', key: 'secret-key', password: 'tide and moon' })
  })

  test('PUB-3 without a known app there is no way back to one', async () => {
    const app = renderApp('/login/reset/a@b.example/secret-key?app=javascript')
    on.reset({ message: 'Success.' })
    await app.user.type(await screen.findByLabelText('New password'), 'tide and moon')
    await app.user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('Your password has been reset.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Back to app' })).toBeNull()
  })

  test('PUB-9 a link that no longer works leads to a new one, for the same address', async () => {
    const app = renderApp('/login/reset/a@b.example/old-key?app=farmer')
    const calls = on.reset(() => failure(400, 'That link is not valid any more. Please ask for a new one.'))
    await app.user.click(await screen.findByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('Please enter a new password.')).toBeTruthy()
    expect(calls).toEqual([])
    expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull()
    await app.user.type(screen.getByLabelText('New password'), 'tide and moon')
    await app.user.click(screen.getByRole('button', { name: 'Set password' }))
    await app.user.click(await screen.findByRole('link', { name: 'Ask for a new link' }))
    const email = await screen.findByLabelText("What's your email?")
    expect(email).toHaveProperty('value', 'a@b.example')
    expect(app.address()).toBe('/login/forgot?app=farmer')
    const asked = on.forgot({ message: 'x' })
    await app.user.click(screen.getByRole('button', { name: 'Send reset' }))
    expect(await screen.findByText(/gets no more than three an hour/)).toBeTruthy()
    expect(asked[0]?.body).toEqual({ email: 'a@b.example', app: 'farmer' })
  })

  test.each(['', 'ann', 'ann @farm.example'])("PUB-2 '%s' is no address to send to", async (typed) => {
    const app = renderApp('/login/forgot')
    const calls = on.forgot({ message: 'x' })
    const email = await screen.findByLabelText("What's your email?")
    if (typed) await app.user.type(email, typed)
    await app.user.click(screen.getByRole('button', { name: 'Send reset' }))
    expect(await screen.findByText('Please enter your email address.')).toBeTruthy()
    await focused(email)
    expect(calls).toEqual([])
  })

  test('PUB-4 signing out ends the session on both sides', async () => {
    signedIn('manager')
    const calls = on.logout({ message: 'Success.' })
    const app = renderApp('/login/logout')
    expect(await screen.findByText('Logout successful.')).toBeTruthy()
    expect(app.address()).toBe('/')
    expect(sessionStorage.getItem('token')).toBeNull()
    expect(calls[0]?.headers.get('Authorization')).toBe('Bearer token-of-manager')
    await app.user.click(screen.getByRole('link', { name: 'Sign in again' }))
    expect(await name()).toBeTruthy()
    // It was said, and Back does not say it again.
    app.history.back()
    await waitFor(() => expect(app.address()).toBe('/'))
    expect(await name()).toBeTruthy()
    expect(screen.queryByText('Logout successful.')).toBeNull()
  })

  test('PUB-4 on a dead line the session ends here at once, and on the server once it can be reached', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    signedIn('manager')
    const dead = on.logout(() => HttpResponse.error())
    renderApp('/login/logout')
    expect(await screen.findByText('Logout successful.')).toBeTruthy()
    expect(sessionStorage.getItem('token')).toBeNull()
    await waitFor(() => expect(dead).toHaveLength(1))
    const alive = on.logout({ message: 'Success.' })
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(alive[0]?.headers.get('Authorization')).toBe('Bearer token-of-manager'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(alive).toHaveLength(1)
    vi.useRealTimers()
  })

  test('PUB-4 an ended session can still sign out', async () => {
    sessionStorage.setItem('token', 'old')
    on.logout(() => failure(401, 'Your session has ended.'))
    const app = renderApp('/login/logout')
    const visited: string[] = []
    app.history.subscribe(({ location }) => visited.push(location.href))
    expect(await screen.findByText('Logout successful.')).toBeTruthy()
    expect(new Set(visited)).toEqual(new Set(['/']))
  })
})

describe('PEO-2 accepting an invitation', () => {
  const invited = {
    email: 'Cat@farm.example',
    farm: 'farm-1',
    farmName: 'Cove',
    may: 'record',
    by: 'Ann',
    expiresAt: 0,
  }

  test('whoever is signed in as somebody else is told to sign out before the new account is used', async () => {
    signedIn('manager')
    on.look({ ...invited, hasAccount: false })
    on.accept({ ...invited, hasAccount: false })
    const app = renderApp('/invitation/token')
    await app.user.type(await screen.findByLabelText('Password'), 'a dozen oysters each')
    await app.user.click(screen.getByRole('button', { name: 'Accept and make my account' }))
    await screen.findByText('Your account is ready. Sign out here first, then sign in as Cat@farm.example.')
    const out = screen.getAllByRole('link', { name: 'Sign out' }).at(-1)
    expect(out?.getAttribute('href')).toBe('/login/logout')
  })

  test.each([
    ['cat@farm.example', 'You are signed in as'],
    ['bob@farm.example', 'It was sent to Cat@farm.example.'],
  ])('with the account of %s', async (email, told) => {
    signedIn('manager')
    on.my({ ...person('manager'), email })
    on.look({ ...invited, hasAccount: true })
    renderApp('/invitation/token')
    await screen.findByText(told, { exact: false })
    expect(screen.queryAllByRole('button', { name: 'Accept' })).toHaveLength(email.startsWith('cat') ? 1 : 0)
  })
})
