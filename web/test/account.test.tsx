import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Gauge } from '@/features/account/Gauge'
import { Clock } from '@/shared/ui/Clock'
import { user as person, session, type Who } from './data'
import { focused, renderApp } from './render'
import { failure, on, signedIn } from './server'

const SAVED = 'Success. Changes have been saved.'
const form = (name: string) => screen.findByRole('region', { name })

function settings(who: Who = 'manager') {
  signedIn(who)
  return renderApp('/account/settings')
}

describe('ACC-1 /account', () => {
  afterEach(() => vi.useRealTimers())

  test('shows hour, minute, second, year, month and day, each second, beside a gauge that is only seen', async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 20, 9, 8, 7), toFake: ['Date'] })
    signedIn('member')
    renderApp('/account')
    const clock = await screen.findByRole('region', { name: 'Clock' })
    const shown = () => [...clock.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextSibling?.textContent])
    expect(shown()).toEqual([
      ['Hour', '09'],
      ['Minute', '08'],
      ['Second', '07'],
      ['Year', '2026'],
      ['Month', 'November'],
      ['Day', '20'],
    ])
    expect(document.querySelector('main svg[aria-hidden=true]')?.querySelectorAll('[data-on]')).toHaveLength(8)
    vi.setSystemTime(new Date(2027, 0, 1, 0, 0, 0))
    await waitFor(() => expect(shown().map(([, value]) => value)).toEqual(['00', '00', '00', '2027', 'January', '1']))
    expect(document.querySelector('main svg[aria-hidden=true]')?.querySelectorAll('[data-on]')).toHaveLength(1)
  })

  test('the figures and the gauge wait for one timer, or the one could be seen ahead of the other', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 20, 9, 8, 7, 300) })
    const { unmount } = render(
      <>
        <Clock />
        <Gauge />
      </>,
    )
    expect(vi.getTimerCount()).toBe(1)
    act(() => void vi.advanceTimersByTime(700))
    expect(screen.getByText('Second').nextSibling?.textContent).toBe('08')
    expect(document.querySelectorAll('svg [data-on]')).toHaveLength(9)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ACC-3 the navigation is Settings and Sign out', async () => {
    signedIn('member')
    renderApp('/account')
    const header = await screen.findByRole('banner')
    expect([...header.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Merroir', '/'],
      ['Settings', '/account/settings'],
      ['Sign out', '/login/logout'],
    ])
  })
})

describe('ACC-2 the identity form', () => {
  test('sends what was changed, and says that it is saved', async () => {
    const app = settings()
    const calls = on.editMe({
      ...person('manager'),
      email: 'ada@tide.example',
      name: { first: 'Ada', middle: 'B', last: 'Tide' },
    })
    const identity = within(await form('Identity'))
    expect(screen.getByRole('heading', { name: 'Account settings' })).toBeTruthy()
    expect((identity.getByLabelText('Username') as HTMLInputElement).value).toBe('manager')
    await app.user.clear(identity.getByLabelText('Email'))
    await app.user.type(identity.getByLabelText('Email'), 'ada@tide.example')
    await app.user.type(identity.getByLabelText('Middle name'), 'B')
    await app.user.click(identity.getByRole('button', { name: 'Save' }))
    expect(await identity.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({
      email: 'ada@tide.example',
      name: { first: 'Ada', middle: 'B', last: 'Tide' },
    })
    expect((identity.getByLabelText('Email') as HTMLInputElement).value).toBe('ada@tide.example')
  })

  test('another email ends the other sessions: it says so before, and they are listed no longer', async () => {
    on.mySessions({ data: [session(), session({ _id: 'phone', device: 'Safari on iPhone', current: false })] })
    const app = settings()
    expect(await screen.findByText('Safari on iPhone')).toBeTruthy()
    on.editMe({ ...person('manager'), email: 'ada@tide.example' })
    on.mySessions({ data: [session()] })
    const identity = within(await form('Identity'))
    const told = 'With another email you are signed out everywhere else.'
    expect(identity.queryByText(told)).toBeNull()
    await app.user.clear(identity.getByLabelText('Email'))
    await app.user.type(identity.getByLabelText('Email'), 'ada@tide.example')
    expect(identity.getByText(told)).toBeTruthy()
    await app.user.click(identity.getByRole('button', { name: 'Save' }))
    expect(await identity.findByText(SAVED)).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  })

  test("the server's errors stand at their fields, the first of which gets the focus", async () => {
    const app = settings()
    on.editMe(() =>
      failure(400, 'child "username" fails because [This username is taken.]', {
        username: 'This username is taken.',
        'name.last': 'A name has at most 100 characters.',
      }),
    )
    const identity = within(await form('Identity'))
    await app.user.type(identity.getByLabelText('Username'), '2')
    await app.user.click(identity.getByRole('button', { name: 'Save' }))
    expect(await identity.findByText('This username is taken.')).toBeTruthy()
    expect(identity.getByText('A name has at most 100 characters.')).toBeTruthy()
    await focused(identity.getByLabelText('Username'))
    expect((identity.getByLabelText('Username') as HTMLInputElement).value).toBe('manager2')
  })
})

describe('ACC-2 the password form', () => {
  const fill = async (app: ReturnType<typeof settings>, password: string, repeat: string) => {
    const inside = within(await form('Password'))
    await app.user.type(inside.getByLabelText('New password'), password)
    await app.user.type(inside.getByLabelText('Repeat new password'), repeat)
    await app.user.click(inside.getByRole('button', { name: 'Set password' }))
    return inside
  }

  test("'Passwords do not match.', and nothing is sent", async () => {
    const app = settings()
    const calls = on.myPassword({ message: SAVED })
    const inside = await fill(app, 'a row of words', 'a row of word')
    expect(await inside.findByText('Passwords do not match.')).toBeTruthy()
    await focused(inside.getByLabelText('Repeat new password'))
    expect(calls).toEqual([])
    await app.user.type(inside.getByLabelText('Repeat new password'), 's')
    expect(inside.queryByText('Passwords do not match.')).toBeNull()
  })

  test('empties the form and says so; the other sessions are listed no longer', async () => {
    on.mySessions({ data: [session(), session({ _id: 'phone', device: 'Safari on iPhone', current: false })] })
    const app = settings()
    expect(await screen.findByText('Safari on iPhone')).toBeTruthy()
    on.mySessions({ data: [session()] })
    const calls = on.myPassword({ message: SAVED })
    const inside = await fill(app, 'a row of words', 'a row of words')
    expect((await inside.findByText(/^Success\. Changes have been saved\./)).textContent).toContain('everywhere else')
    expect(calls[0]?.body).toEqual({ password: 'a row of words' })
    expect((inside.getByLabelText('New password') as HTMLInputElement).value).toBe('')
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  })

  test('asks for the old password in a dialog where the server wants a proof, and goes on', async () => {
    const app = settings()
    const wanted = 'Please give your password again, to show that it is you.'
    let trusted = false
    const calls = on.myPassword(() =>
      trusted ? { message: SAVED } : failure(403, wanted, undefined, 'proof-required'),
    )
    const proofs = on.proof(() =>
      failure(400, 'child "password" fails because [That is not your password.]', {
        password: 'That is not your password.',
      }),
    )
    const inside = await fill(app, 'a row of words', 'a row of words')
    const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await app.user.type(await question.findByLabelText('Your password'), 'wrong')
    expect(question.queryByLabelText('Code')).toBeNull()
    await app.user.click(question.getByRole('button', { name: 'Continue' }))
    expect(await question.findByText('That is not your password.')).toBeTruthy()
    expect(proofs[0]?.body).toEqual({ password: 'wrong' })
    on.proof(() => {
      trusted = true
      return { message: 'Thank you.' }
    })
    await app.user.click(question.getByRole('button', { name: 'Continue' }))
    expect(await inside.findByText(/^Success\. Changes have been saved\./)).toBeTruthy()
    expect(calls).toHaveLength(2)
  })

  test('without a proof nothing is changed, and the server says why', async () => {
    const app = settings()
    const wanted = 'Please give your password again, to show that it is you.'
    const calls = on.myPassword(() => failure(403, wanted, undefined, 'proof-required'))
    const inside = await fill(app, 'a row of words', 'a row of words')
    const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await app.user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await inside.findByText(wanted)).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('advises on the length, can be looked at, and is known to a password manager', async () => {
    const app = settings()
    const inside = within(await form('Password'))
    const field = inside.getByLabelText('New password') as HTMLInputElement
    expect(await inside.findByText(/^At least 12 characters\./)).toBeTruthy()
    await app.user.type(field, 'short')
    expect(inside.getByText('Still too short: at least 12 characters.')).toBeTruthy()
    await app.user.type(field, ' and a manager')
    expect(inside.getByText('Easier to guess: it has your name in it.')).toBeTruthy()
    expect([field.type, field.autocomplete]).toEqual(['password', 'new-password'])
    await app.user.click(inside.getAllByRole('button', { name: 'Show what is typed' })[0] as HTMLElement)
    expect(field.type).toBe('text')
  })
})

describe('ACC-2 where one is signed in', () => {
  const OTHERS = [
    session(),
    session({
      _id: 'phone',
      device: 'Safari on iPhone',
      ip: '198.51.100.4',
      current: false,
      lastSeen: Date.now() - 3_600_000,
    }),
    session({ _id: 'desk', device: 'Edge on Windows', current: false, lastSeen: Date.now() - 7_200_000 }),
  ]
  const card = () => screen.findByRole('region', { name: 'Where you are signed in' })

  test('lists the sessions and ends one after a question', async () => {
    let list = OTHERS
    on.mySessions(() => Response.json({ data: list }))
    const ended = on.endSession(() => {
      list = list.filter(({ _id }) => _id !== 'phone')
      return { message: 'Session ended.' }
    })
    const app = settings()
    const inside = within(await card())
    expect((await inside.findByText('Firefox on Linux')).parentElement?.textContent).toContain('this one')
    expect(inside.getByText('from 198.51.100.4, seen 1 hour ago')).toBeTruthy()
    await app.user.click(inside.getByRole('button', { name: /^End the session of Safari on iPhone/ }))
    const question = within(await screen.findByRole('dialog', { name: 'End this session?' }))
    expect(ended).toEqual([])
    await app.user.click(question.getByRole('button', { name: 'End session' }))
    expect(await inside.findByText('Session ended.')).toBeTruthy()
    expect(ended[0]?.url.pathname).toBe('/api/users/my/sessions/phone')
    expect(inside.queryByText('Safari on iPhone')).toBeNull()
  })

  test('asks whether what was issued from there is revoked too, and lists it', async () => {
    on.mySessions({ data: OTHERS })
    on.myIssued({
      data: [
        { _id: 'i', kind: 'invitation', name: 'thief@evil.example', farm: 'farm-1', farmName: 'Cove', at: 2 },
        { _id: 'k', kind: 'key', name: 'Scale', farm: 'farm-1', farmName: 'Cove', at: 1 },
      ],
    })
    const ended = on.endOthers({ message: 'Sessions ended: 2.' })
    const app = settings()
    const inside = within(await card())
    await app.user.click(await inside.findByRole('button', { name: 'End all others' }))
    const question = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }))
    expect(await question.findByText('Invitation of thief@evil.example (Cove)')).toBeTruthy()
    expect(question.getByText('API key Scale (Cove)')).toBeTruthy()
    expect((question.getByLabelText('Also revoke what you issued') as HTMLInputElement).checked).toBe(true)
    await app.user.click(question.getByRole('button', { name: 'End all others' }))
    await waitFor(() => expect(ended[0]?.url.searchParams.get('revokeIssued')).toBe('true'))
  })

  test('lists the sessions of a place where one stays signed in', async () => {
    on.mySessions({
      data: [session(), session({ _id: 'tab', device: 'Edge on Windows', current: false, stay: 'place' })],
    })
    settings()
    const inside = within(await card())
    expect(await inside.findByText('opened where you stay signed in')).toBeTruthy()
    expect(inside.getByRole('button', { name: /^End the session of Edge on Windows/ })).toBeTruthy()
  })

  test('ends all others, counted before', async () => {
    on.mySessions({ data: OTHERS })
    const ended = on.endOthers(() => failure(503, 'The server is busy.'))
    const app = settings()
    const inside = within(await card())
    await app.user.click(await inside.findByRole('button', { name: 'End all others' }))
    const question = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }))
    expect(question.getByText(/signed out in 2 other places/)).toBeTruthy()
    await app.user.click(question.getByRole('button', { name: 'End all others' }))
    expect((await question.findByRole('alert')).textContent).toBe('The server is busy.')
    on.endOthers({ message: '2 sessions ended.' })
    on.mySessions({ data: [session()] })
    await app.user.click(question.getByRole('button', { name: 'End all others' }))
    expect(await inside.findByText('2 sessions ended.')).toBeTruthy()
    expect(inside.queryByRole('button', { name: 'End all others' })).toBeNull()
    expect(ended).toHaveLength(1)
  })

  test('says when they cannot be read, and tries again', async () => {
    on.mySessions(() => failure(500, 'Broken.'))
    const app = settings()
    const inside = within(await card())
    expect((await inside.findByRole('alert')).textContent).toContain('Broken.')
    on.mySessions({ data: [session()] })
    await app.user.click(inside.getByRole('button', { name: 'Retry' }))
    expect(await inside.findByText('Firefox on Linux')).toBeTruthy()
  })
})

describe('ACC-2 the second factor', () => {
  const card = () => screen.findByRole('region', { name: 'Second factor' })
  const CODES = ['aaaa-1111', 'bbbb-2222']

  test('is set up with a picture, a key and a code, and gives the recovery codes once', async () => {
    on.beginFactor({ secret: 'ABCDEFGHIJ', url: 'otpauth://totp/Merroir:manager?secret=ABCDEFGHIJ' })
    const confirmed = on.confirmFactor(() =>
      failure(400, 'child "code" fails because [That code is not right.]', { code: 'That code is not right.' }),
    )
    const app = settings()
    const inside = within(await card())
    await app.user.click(inside.getByRole('button', { name: 'Set up' }))
    expect(await inside.findByText('ABCD EFGH IJ')).toBeTruthy()
    expect(
      (await inside.findByRole('img', { name: 'QR code of the key' })).querySelector('path')?.getAttribute('d'),
    ).toMatch(/^M3 3h1v1h-1z/)
    const code = inside.getByLabelText('Code') as HTMLInputElement
    expect(code.autocomplete).toBe('one-time-code')
    await app.user.type(code, '123456')
    await app.user.click(inside.getByRole('button', { name: 'Switch on' }))
    await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
    expect(document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'That code is not right.',
    )
    on.confirmFactor({ recoveryCodes: CODES })
    const listed = on.mySessions({ data: [session()] })
    await app.user.click(inside.getByRole('button', { name: 'Switch on' }))
    const list = await inside.findByRole('list', { name: 'Recovery codes' })
    expect([...list.querySelectorAll('li')].map((item) => item.textContent)).toEqual(CODES)
    expect(confirmed[0]?.body).toEqual({ code: '123456' })
    // The others have ended.
    expect(listed).toHaveLength(1)
    await app.user.click(inside.getByRole('button', { name: 'Copy' }))
    expect(await inside.findByText('Copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))
    // Nobody loses them by leaving.
    await app.user.click(screen.getAllByRole('link', { name: 'Merroir' })[0] as HTMLElement)
    const question = within(await screen.findByRole('dialog', { name: 'Leave without the recovery codes?' }))
    await app.user.click(question.getByRole('button', { name: 'Stay here' }))
    expect(app.address()).toBe('/account/settings')
    await app.user.click(inside.getByRole('button', { name: 'I have saved them' }))
    expect(await inside.findByText(/^On\./)).toBeTruthy()
    expect(inside.queryByText('aaaa-1111')).toBeNull()
  })

  test('is switched off after a question, with a proof of both factors', async () => {
    signedIn('manager')
    on.my({ ...person('manager'), secondFactor: true })
    let trusted = false
    on.removeFactor(() =>
      trusted
        ? { message: 'Your second factor has been removed.' }
        : failure(403, 'Please.', undefined, 'proof-required'),
    )
    const proofs = on.proof(() => {
      trusted = true
      return { message: 'Thank you.' }
    })
    const app = renderApp('/account/settings')
    const inside = within(await card())
    await app.user.click(inside.getByRole('button', { name: 'Switch off' }))
    const question = within(await screen.findByRole('dialog', { name: 'Switch off the second factor?' }))
    await app.user.click(question.getByRole('button', { name: 'Switch off' }))
    const proof = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await app.user.type(proof.getByLabelText('Your password'), 'merroir-demo')
    await app.user.type(proof.getByLabelText('Code'), '123456')
    const listed = on.mySessions({ data: [session()] })
    await app.user.click(proof.getByRole('button', { name: 'Continue' }))
    expect(await inside.findByText('Your second factor has been removed.')).toBeTruthy()
    expect(proofs[0]?.body).toEqual({ password: 'merroir-demo', code: '123456' })
    expect(listed).toHaveLength(1)
    expect(inside.getByRole('button', { name: 'Set up' })).toBeTruthy()
  })

  test.each(['/farms', '/account/settings'])('who must have one gets no further than here from %s', async (address) => {
    signedIn('admin')
    on.my({ ...person('admin'), mustEnrol: true })
    const app = renderApp(address)
    expect((await screen.findByRole('alert')).textContent).toContain('Set yours up here')
    expect(app.address()).toBe('/account/settings')
  })
})

describe('AUTH-3 a session that runs out in the middle of a form', () => {
  async function interrupted() {
    const app = settings()
    on.editMe(() => failure(401, 'Your session has ended.'))
    const identity = within(await form('Identity'))
    await app.user.type(identity.getByLabelText('Middle name'), 'Brook')
    await app.user.click(identity.getByRole('button', { name: 'Save' }))
    await screen.findByLabelText('Username or email')
    expect(screen.getByText('Your session has ended. Sign in to go on where you were.')).toBeTruthy()
    expect(app.address()).toBe('/login?returnUrl=/account/settings')
    return app
  }
  async function signInAs(app: Awaited<ReturnType<typeof interrupted>>, who: Who) {
    on.login({ token: 'fresh', user: person(who) })
    on.my(person(who))
    await app.user.type(await screen.findByLabelText('Username or email'), who)
    await app.user.type(screen.getByLabelText('Password'), 'merroir-demo')
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
    return within(await form('Identity'))
  }
  const KEPT = /^What you typed is back/

  test('loses nothing that was typed, and is told so', async () => {
    const app = await interrupted()
    const identity = await signInAs(app, 'manager')
    expect(identity.getByText(KEPT)).toBeTruthy()
    expect((identity.getByLabelText('Middle name') as HTMLInputElement).value).toBe('Brook')
    const calls = on.editMe({ ...person('manager'), name: { first: 'Ada', middle: 'Brook', last: 'Tide' } })
    await app.user.click(identity.getByRole('button', { name: 'Save' }))
    expect(await identity.findByText(SAVED)).toBeTruthy()
    expect(identity.queryByText(KEPT)).toBeNull()
    expect(calls[0]?.body).toEqual({ name: { first: 'Ada', middle: 'Brook', last: 'Tide' } })
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft/'))).toEqual([])
  })

  test('shows nothing of it to somebody else', async () => {
    const app = await interrupted()
    const identity = await signInAs(app, 'member')
    expect(identity.queryByText(KEPT)).toBeNull()
    expect((identity.getByLabelText('Middle name') as HTMLInputElement).value).toBe('')
  })

  test('never keeps a password', async () => {
    const app = settings()
    on.myPassword(() => failure(401, 'Your session has ended.'))
    const inside = within(await form('Password'))
    await app.user.type(inside.getByLabelText('New password'), 'a row of words')
    await app.user.type(inside.getByLabelText('Repeat new password'), 'a row of words')
    await app.user.click(inside.getByRole('button', { name: 'Set password' }))
    await screen.findByLabelText('Username or email')
    expect(JSON.stringify(sessionStorage)).not.toContain('a row of words')
    expect(Object.keys(sessionStorage)).toEqual(['ended'])
  })
})
