import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Account, Session } from '@/api'
import { page, row, session, user } from './data'
import { account, accountRow, group, listed, OPTIONS } from './people'
import { focused, renderApp } from './render'
import { savedFiles } from './saved'
import { failure, later, on, server, signedIn } from './server'

const asked = (calls: { url: URL }[]) => Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])
const card = (name: string) => screen.findByRole('region', { name })
type Inside = ReturnType<typeof within>
type Shown = ReturnType<typeof renderApp>
const SAVED = 'Success. Changes have been saved.'

/** What every screen of a user asks for. */
function answers() {
  on.user(account())
  on.groupOptions({ data: OPTIONS })
  on.permissionsEndpoint({ permissionsEndpoint: 'https://farms.example/permissions' })
  on.sessions({ data: [session({ current: false, device: 'Firefox on Linux' })] })
}

beforeEach(() => signedIn('root'))

describe('ADM-1 the frame of the console', () => {
  const links = async () => [...(await screen.findByRole('banner')).querySelectorAll('a')].map((a) => a.textContent)

  test('ADM-1 who manages users has the audit too', async () => {
    on.my({ ...user('root'), permissions: ['admin-users'] })
    renderApp('/admin')
    expect(await links()).toEqual(['Merroir', 'Farms', 'Work', 'Admin Groups', 'Users', 'Audit', 'Sign out'])
    expect([...screen.getByRole('banner').querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([
      '/',
      '/farms',
      '/admin',
      '/admin/admin-groups',
      '/admin/users',
      '/admin/audit',
      '/login/logout',
    ])
    const footer = screen.getByRole('contentinfo')
    expect([...footer.querySelectorAll('a')].map((a) => a.textContent)).toEqual(['Home', 'Sign out'])
  })

  test('ADM-1 AUTH-9 the others do without what would be refused', async () => {
    signedIn('admin')
    on.my({ ...user('admin'), permissions: [] })
    renderApp('/admin')
    expect(await links()).toEqual(['Merroir', 'Farms', 'Work', 'Sign out'])
  })

  test('GRP-1 the landing screen has a clock, fresh each second', async () => {
    renderApp('/admin')
    const clock = await screen.findByRole('region', { name: 'Clock' })
    const told = () =>
      Object.fromEntries([...clock.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextSibling?.textContent]))
    expect(Object.keys(told())).toEqual(['Hour', 'Minute', 'Second', 'Year', 'Month', 'Day'])
    expect(told().Year).toBe(String(new Date().getFullYear()))
    const second = told().Second
    await waitFor(() => expect(told().Second).not.toBe(second))
    expect(clock.getAttribute('aria-live')).toBe('off')
  })
})

describe('USR-1 the list', () => {
  test('USR-1 what is shown, and the defaults', async () => {
    const calls = on.users(listed([accountRow()]))
    const app = renderApp('/admin/users')
    const line = (await screen.findByText('bob@farm.example')).closest('tr') as HTMLElement
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Users')
    expect(within(line).getByRole('rowheader').textContent).toBe('bob')
    for (const text of ['Bob Reed', 'Farm manager', 'Active']) expect(within(line).getByText(text)).toBeTruthy()
    expect(asked(calls)).toMatchObject({ sort: '_id', limit: '20', page: '1' })
    expect(app.address()).toBe('/admin/users')
    on.user(account())
    answers()
    await app.user.click(within(line).getByText('bob@farm.example'))
    await waitFor(() => expect(app.address()).toBe('/admin/users/user-bob'))
  })

  test('USR-1 the filters are in the URL, each pushes and begins on page 1', async () => {
    const calls = on.users(listed([accountRow()], 43, 1))
    const app = renderApp('/admin/users?page=2')
    await screen.findByText('bob')
    const before = app.history.length
    await app.user.selectOptions(screen.getByLabelText('Can play role'), 'Account')
    expect(app.address()).toBe('/admin/users?role=account')
    await app.user.selectOptions(screen.getByLabelText('Active'), 'false')
    await app.user.selectOptions(screen.getByLabelText('Sort by'), 'Name descending')
    await app.user.selectOptions(screen.getByLabelText('Limit'), '50')
    await app.user.type(screen.getByLabelText('Username'), 'bo')
    await waitFor(() =>
      expect(asked(calls)).toEqual({
        username: 'bo',
        role: 'account',
        isActive: 'false',
        sort: '-name',
        limit: '50',
        page: '1',
      }),
    )
    expect(app.history.length).toBe(before + 5)
    app.history.back()
    await waitFor(() => expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe(''))
  })

  test('USR-1 a link opens as it was, and what cannot be read falls back', async () => {
    const calls = on.users(listed([accountRow()], 43, 2, 5))
    renderApp('/admin/users?username=bo&role=admin&isActive=true&sort=name&limit=5&page=2')
    expect(await screen.findByText('Rows 6 - 6 of 43')).toBeTruthy()
    expect(asked(calls)).toEqual({
      username: 'bo',
      role: 'admin',
      isActive: 'true',
      sort: 'name',
      limit: '5',
      page: '2',
    })
    expect((screen.getByLabelText('Can play role') as HTMLSelectElement).value).toBe('admin')
  })

  test('USR-1 nonsense in the URL falls back', async () => {
    const calls = on.users(listed([accountRow()]))
    renderApp('/admin/users?role=king&isActive=perhaps&sort=shoe&limit=7&page=-1')
    await screen.findByText('bob')
    expect(asked(calls)).toMatchObject({ sort: '_id', limit: '20', page: '1' })
    expect(asked(calls)).not.toHaveProperty('role')
    expect(asked(calls)).not.toHaveProperty('isActive')
  })

  test('USR-1 the list, as it is narrowed, is a file too', async () => {
    on.users(listed([accountRow()]))
    const asked: URL[] = []
    server.use(
      http.get('*/api/users/csv', ({ request }) => {
        asked.push(new URL(request.url))
        return asked.length === 1 ? failure(500, 'The list could not be written.') : HttpResponse.text('username')
      }),
    )
    const app = renderApp('/admin/users?role=account&sort=name')
    const button = await screen.findByRole('button', { name: 'CSV' })
    await app.user.click(button)
    expect(await screen.findByText('The list could not be written.')).toBeTruthy()
    const saved = savedFiles()
    await app.user.click(button)
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['users.csv']))
    expect(screen.queryByText('The list could not be written.')).toBeNull()
    expect(asked.map(({ search }) => search)).toEqual(['?role=account', '?role=account'])
  })

  test('USR-1 nobody matches', async () => {
    on.users(listed([]))
    const app = renderApp('/admin/users?username=zz&role=admin')
    expect(await screen.findByText('No user matches “zz”.')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Show all users' }))
    expect(app.address()).toBe('/admin/users')
  })

  test("AUTH-9 the server's refusal is shown in words", async () => {
    on.users(() => failure(403, 'You do not have permission to do that.'))
    renderApp('/admin/users')
    expect((await screen.findByRole('alert')).textContent).toContain('You do not have permission to do that.')
  })
})

describe('USR-2 USR-5 a new user', () => {
  const open = async () => {
    on.users(listed([accountRow()]))
    const app = renderApp('/admin/users')
    await app.user.click(await screen.findByRole('button', { name: 'Create new' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new user' }))
    const username = await dialog.findByLabelText('Username')
    return { app, dialog, username }
  }

  test('USR-2 the fields, the first focused; success leads to the new user', async () => {
    const { app, dialog, username } = await open()
    expect([...document.querySelectorAll('[role=dialog] label')].map((label) => label.textContent)).toEqual([
      'Username',
      'Email',
      'Password',
      'First name',
      'Middle name',
      'Last name',
    ])
    expect((dialog.getByLabelText('Password') as HTMLInputElement).type).toBe('password')
    const answer = later<Account>()
    const calls = on.createUser(answer.reply)
    answers()
    await app.user.type(username, 'ann')
    await app.user.type(dialog.getByLabelText('Email'), 'ann@farm.example')
    await app.user.type(dialog.getByLabelText('Password'), 'quiet tide over baynes')
    await app.user.type(dialog.getByLabelText('First name'), 'Ann')
    await app.user.click(dialog.getByRole('button', { name: 'Create new' }))
    await waitFor(() => expect(username.closest('fieldset')?.disabled).toBe(true))
    expect(dialog.getByRole('button', { name: 'Create new' }).hasAttribute('data-loading')).toBe(true)
    answer.give(account({ _id: 'user-new' }))
    await waitFor(() => expect(app.address()).toBe('/admin/users/user-new'))
    expect(calls).toHaveLength(1)
    expect(calls[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    expect(calls[0]?.body).toEqual({
      username: 'ann',
      email: 'ann@farm.example',
      password: 'quiet tide over baynes',
      name: { first: 'Ann', middle: '', last: '' },
    })
  })

  test('USR-2 what is wrong stands beside its field and in general, and the modal stays', async () => {
    const { app, dialog, username } = await open()
    on.createUser(() => failure(400, 'This username is taken.', { username: 'This username is taken.' }))
    await app.user.type(username, 'bob')
    await app.user.click(dialog.getByRole('button', { name: 'Create new' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('This username is taken.')
    expect(username.getAttribute('aria-invalid')).toBe('true')
    const help = document.getElementById(username.getAttribute('aria-describedby') ?? '')
    expect(help?.textContent).toBe('This username is taken.')
    expect((username as HTMLInputElement).value).toBe('bob')
  })

  test.each([
    ['the close button', ({ user }: Shown) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', ({ user }: Shown) => user.keyboard('{Escape}')],
    ['a press on the page behind', ({ user }: Shown) => user.click(document.body)],
  ])('USR-5 %s closes', async (_, close) => {
    const { app, username } = await open()
    await focused(username)
    await close(app)
    await waitFor(() => expect(screen.queryByLabelText('Email')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('USR-3 USR-4 a user', () => {
  const open = async (part: Parameters<typeof account>[0] = {}) => {
    answers()
    on.user(account(part))
    const app = renderApp('/admin/users/user-bob')
    await card('Details')
    return app
  }

  test('USR-3 loading, then the name under the way back', async () => {
    answers()
    const answer = later<Account>()
    on.user(answer.reply)
    renderApp('/admin/users/user-bob')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Users / loading...'))
    answer.give(account())
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Users / bob'))
    expect(
      within(screen.getByRole('heading', { level: 1 }))
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/admin/users')
  })

  test('USR-3 a failure', async () => {
    answers()
    on.user(() => failure(404, 'No such user.'))
    renderApp('/admin/users/user-bob')
    expect((await screen.findByRole('alert')).textContent).toContain('No such user.')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Users / Error')
  })

  test('USR-3 USR-4 Details: only what was changed is sent; the success can be dismissed', async () => {
    const app = await open()
    const details = within(await card('Details'))
    const calls = on.editUser(account({ username: 'bobby', isActive: false, version: 4 }))
    await app.user.clear(details.getByLabelText('Username'))
    await app.user.type(details.getByLabelText('Username'), 'bobby')
    await app.user.type(details.getByLabelText('Middle name'), 'T')
    await app.user.click(details.getByLabelText('Active'))
    await app.user.click(details.getByRole('button', { name: 'Save' }))
    expect(await details.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({ username: 'bobby', isActive: false, name: { middle: 'T' }, version: 3 })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Users / bobby')
    await app.user.click(details.getByRole('button', { name: 'Dismiss' }))
    expect(details.queryByText(SAVED)).toBeNull()
  })

  test("USR-4 the server's words stand beside the field", async () => {
    const app = await open()
    const details = within(await card('Details'))
    on.editUser(() => failure(400, 'This email address is taken.', { email: 'This email address is taken.' }))
    await app.user.type(details.getByLabelText('Email'), 'x')
    await app.user.click(details.getByRole('button', { name: 'Save' }))
    expect(await details.findByText('This email address is taken.')).toBeTruthy()
    expect(details.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  })

  test('USR-3 somebody else was faster: nothing that was typed is lost', async () => {
    const app = await open()
    const details = within(await card('Details'))
    const refused = on.editUser(() => failure(409, 'Somebody else changed this user meanwhile.'))
    on.user(account({ email: 'robert@farm.example', version: 9 }))
    await app.user.type(details.getByLabelText('Last name'), 'y')
    await app.user.click(details.getByRole('button', { name: 'Save' }))
    expect(await details.findByText('Somebody else changed this user meanwhile.')).toBeTruthy()
    expect(refused).toHaveLength(1)
    expect((details.getByLabelText('Email') as HTMLInputElement).value).toBe('robert@farm.example')
    const calls = on.editUser(account({ version: 10 }))
    await app.user.click(details.getByRole('button', { name: 'Save' }))
    expect(await details.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({ name: { last: 'Reedy' }, version: 9 })
  })

  test('USR-3 Password', async () => {
    const app = await open()
    const password = within(await card('Password'))
    const calls = on.setUserPassword({ message: 'ok' })
    await app.user.type(await password.findByLabelText('New password'), 'quiet tide over baynes')
    await app.user.type(password.getByLabelText('Repeat new password'), 'quiet tide')
    await app.user.click(password.getByRole('button', { name: 'Save' }))
    expect(await password.findByText('Passwords do not match.')).toBeTruthy()
    expect(calls).toHaveLength(0)
    await app.user.type(password.getByLabelText('Repeat new password'), ' over baynes')
    await app.user.click(password.getByRole('button', { name: 'Save' }))
    expect(await password.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({ password: 'quiet tide over baynes' })
    expect((password.getByLabelText('New password') as HTMLInputElement).value).toBe('')
  })

  test('USR-3 Groups: after the save the page reloads, and the success is still said', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    const app = await open()
    const groups = within(await card('Groups'))
    const calls = on.setUserGroups(account({ version: 4 }))
    expect((await groups.findByLabelText(/^Farm manager/)) as HTMLInputElement).toHaveProperty('checked', true)
    await app.user.click(groups.getByLabelText('Packers'))
    await app.user.click(groups.getByRole('button', { name: 'Save' }))
    expect(await groups.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({ groups: { farmmanager: 'Farm manager', 'group-1': 'Packers' }, version: 3 })
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(app.history.location.state.groupsSaved).toBe(true)
    await app.user.click(groups.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(groups.queryByText(SAVED)).toBeNull())
  })

  test('a late answer to a delete moves nobody who has gone elsewhere', async () => {
    const app = await open()
    const answer = later<{ message: string }>()
    const calls = on.deleteUser(answer.reply)
    await app.user.click(within(await card('Delete')).getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete this user' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    app.history.push('/admin')
    await screen.findByRole('heading', { level: 1, name: 'Admin' })
    answer.give({ message: 'Success.' })
    await app.settled()
    expect(app.address()).toBe('/admin')
  })

  const linked = (id: string, name: string) => ({ id, name, timeCreated: 1, permissions: ['harvest'] })

  test('a late answer about one farm does not close the question about another', async () => {
    const app = await open({ farms: [linked('farm-1', 'Salish'), linked('farm-2', 'Walpole')] })
    const answer = later<Account>()
    const calls = on.unlinkFarm(answer.reply)
    const farms = within(await card('Farms'))
    await app.user.click(await farms.findByRole('button', { name: 'Remove Salish' }))
    await app.user.click(await screen.findByRole('button', { name: 'Remove this farm' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await app.user.click(farms.getByRole('button', { name: 'Remove Walpole' }))
    answer.give(account({ farms: [] }))
    await app.settled()
    expect(await screen.findByText(/bob will no longer see Walpole/)).toBeTruthy()
    expect(farms.queryByText(SAVED)).toBeNull()
  })

  test("USR-4 AUTH-9 the server's refusal of groups is shown", async () => {
    const app = await open()
    const groups = within(await card('Groups'))
    on.setUserGroups(() => failure(403, 'You cannot give permissions that you do not have yourself.'))
    await app.user.click(await groups.findByLabelText('Packers'))
    await app.user.click(groups.getByRole('button', { name: 'Save' }))
    expect((await groups.findByRole('alert')).textContent).toContain('You cannot give permissions')
  })

  test('the sessions are listed and ended after a question', async () => {
    const app = await open()
    const sessions = within(await card('Sessions'))
    expect(await sessions.findByText('Firefox on Linux')).toBeTruthy()
    const calls = on.endSessions({ message: 'ok' })
    await app.user.click(sessions.getByRole('button', { name: 'End all sessions' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    on.sessions({ data: [] })
    await app.user.click(dialog.getByRole('button', { name: 'End all sessions' }))
    expect(await sessions.findByText('bob is not signed in.')).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test.each([
    [
      'a new password',
      'Password',
      async (inside: Inside, { user }: Shown) => {
        on.setUserPassword({ message: 'ok' })
        await user.type(await inside.findByLabelText('New password'), 'quiet tide over baynes')
        await user.type(inside.getByLabelText('Repeat new password'), 'quiet tide over baynes')
        await user.click(inside.getByRole('button', { name: 'Save' }))
      },
    ],
    [
      'an end of their account',
      'Details',
      async (inside: Inside, { user }: Shown) => {
        on.editUser(account({ isActive: false, version: 4 }))
        await user.click(inside.getByLabelText('Active'))
        await user.click(inside.getByRole('button', { name: 'Save' }))
      },
    ],
    [
      'another email',
      'Details',
      async (inside: Inside, { user }: Shown) => {
        on.editUser(account({ email: 'bob@tide.example', version: 4 }))
        await user.clear(inside.getByLabelText('Email'))
        await user.type(inside.getByLabelText('Email'), 'bob@tide.example')
        expect(inside.getByText('With another email bob is signed out everywhere.')).toBeTruthy()
        await user.click(inside.getByRole('button', { name: 'Save' }))
      },
    ],
    [
      'a reset of the second factor',
      'Second factor',
      async (inside: Inside, { user }: Shown) => {
        on.resetSecondFactor({ message: 'ok' })
        await user.click(inside.getByRole('button', { name: 'Reset' }))
        await user.click(await screen.findByRole('button', { name: 'Reset the second factor' }))
      },
    ],
  ])('sessions that %s has ended are listed no longer', async (_, where, act) => {
    const app = await open({ secondFactor: true })
    const sessions = within(await card('Sessions'))
    expect(await sessions.findByText('Firefox on Linux')).toBeTruthy()
    on.sessions({ data: [] })
    await act(within(await card(where)), app)
    expect(await sessions.findByText('bob is not signed in.')).toBeTruthy()
  })

  test('groups are saved on what the details have become', async () => {
    vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    const app = await open()
    const details = within(await card('Details'))
    on.editUser(account({ name: { first: 'Bob', middle: '', last: 'Reedy' }, version: 4 }))
    await app.user.type(details.getByLabelText('Last name'), 'y')
    await app.user.click(details.getByRole('button', { name: 'Save' }))
    expect(await details.findByText(SAVED)).toBeTruthy()
    const groups = within(await card('Groups'))
    const calls = on.setUserGroups(account({ version: 5 }))
    await app.user.click(await groups.findByLabelText('Packers'))
    await app.user.click(groups.getByRole('button', { name: 'Save' }))
    expect(await groups.findByText(SAVED)).toBeTruthy()
    expect(calls.map(({ body }) => body)).toMatchObject([{ version: 4 }])
  })

  test('a second factor can be reset where there is one', async () => {
    const app = await open({ secondFactor: true })
    const factor = within(await card('Second factor'))
    const calls = on.resetSecondFactor({ message: 'ok' })
    const left = later<{ data: Session[] }>()
    const asked = on.sessions(left.reply)
    await app.user.click(factor.getByRole('button', { name: 'Reset' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Reset the second factor' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    await card('Second factor')
    left.give({ data: [] })
    expect(await factor.findByText(SAVED)).toBeTruthy()
    expect(calls).toHaveLength(1)
    expect(factor.queryByRole('button', { name: 'Reset' })).toBeNull()
  })

  test('and is not spoken of where there is none', async () => {
    await open()
    expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull()
  })

  test("USR-3 Delete asks 'Are you sure?' and leads to the list", async () => {
    const app = await open()
    const danger = within(await card('Delete'))
    await app.user.click(danger.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    on.deleteUser(() => failure(409, 'This is the last active root user. Please make another one first.'))
    await app.user.click(dialog.getByRole('button', { name: 'Delete this user' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('This is the last active root user.')
    on.deleteUser({ message: 'ok' })
    on.users(listed([]))
    await app.user.click(dialog.getByRole('button', { name: 'Delete this user' }))
    await waitFor(() => expect(app.address()).toBe('/admin/users'))
    expect(await screen.findByText('bob was deleted.')).toBeTruthy()
  })
})

describe('USR-3 the farms of a user', () => {
  const suggested = (input: HTMLElement) =>
    [...document.querySelectorAll<HTMLOptionElement>(`[id="${input.getAttribute('list')}"] option`)].map(
      ({ value }) => value,
    )

  const open = async (part: Parameters<typeof account>[0] = {}) => {
    answers()
    on.user(account(part))
    const app = renderApp('/admin/users/user-bob')
    return { app, farms: within(await card('Farms')) }
  }

  test('USR-3 a farm is searched for and added, with the full name of the account', async () => {
    const { app, farms } = await open()
    const found = on.farms(page([row({ _id: 'farm-2', name: 'Quiet Inlet' })]))
    const input = await farms.findByRole('combobox', { name: 'Farm' })
    await app.user.type(input, 'quiet')
    await waitFor(() => expect(asked(found)).toMatchObject({ name: 'quiet', sort: 'name' }))
    const add = farms.getByRole<HTMLButtonElement>('button', { name: 'Add farm' })
    await waitFor(() => expect(suggested(input)).toEqual(['Quiet Inlet']))
    expect(add.disabled).toBe(true)
    await app.user.type(input, ' inlet')
    await waitFor(() => expect(add.disabled).toBe(false))
    const link = { id: 'farm-2', name: 'Quiet Inlet', timeCreated: 2, permissions: [] }
    const calls = on.linkFarm(account({ farms: [...account().farms, link] }))
    await app.user.keyboard('{Enter}')
    expect(await farms.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({ farm: 'farm-2', accountName: 'Bob Reed' })
    expect(farms.getByRole('link', { name: 'Quiet Inlet' })).toBeTruthy()
  })

  test('USR-3 farms of one name are told apart, and a name that no farm has is said', async () => {
    const { app, farms } = await open()
    on.farms(page([row({ _id: 'farm-2', name: 'Quiet Inlet' }), row({ _id: 'farm-3', name: 'Quiet Inlet' })]))
    const input = await farms.findByRole('combobox', { name: 'Farm' })
    await app.user.type(input, 'Quiet Inlet')
    await waitFor(() => expect(suggested(input)).toEqual(['Quiet Inlet, farm-2', 'Quiet Inlet, farm-3']))
    await app.user.clear(input)
    await app.user.paste('Quiet Inlet, farm-3')
    const linked = later<Account>()
    const calls = on.linkFarm(linked.reply)
    const add = farms.getByRole<HTMLButtonElement>('button', { name: 'Add farm' })
    await waitFor(() => expect(add.disabled).toBe(false))
    await app.user.click(add)
    await waitFor(() => expect(input).toHaveProperty('readOnly', true))
    linked.give(account())
    expect(await farms.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toMatchObject({ farm: 'farm-3' })
    on.farms(page([]))
    await app.user.type(farms.getByRole('combobox', { name: 'Farm' }), 'zzz')
    expect(await farms.findByText('No farm matches.')).toBeTruthy()
  })

  test('USR-3 one that is there already', async () => {
    const { app, farms } = await open()
    await app.user.type(await farms.findByRole('combobox', { name: 'Farm' }), 'Salish Sea Test Beds')
    expect(await farms.findByText('Farm already added.')).toBeTruthy()
    expect((farms.getByRole('button', { name: 'Add farm' }) as HTMLButtonElement).disabled).toBe(true)
  })

  test('USR-3 at 25 the select is disabled and says why', async () => {
    const links = Array.from({ length: 25 }, (_, n) => ({
      id: `f-${n}`,
      name: `Farm ${n}`,
      timeCreated: n,
      permissions: [],
    }))
    const { farms } = await open({ farms: links })
    expect((await farms.findByRole('combobox', { name: 'Farm' })) as HTMLInputElement).toHaveProperty('disabled', true)
    expect(farms.getByText('You have reached 25 farms the maximum number allowed.')).toBeTruthy()
  })

  test("USR-4 the server's refusal of a farm", async () => {
    const { app, farms } = await open({ farms: [] })
    await app.user.type(await farms.findByRole('combobox', { name: 'Farm' }), 'Salish Sea Test Beds')
    await waitFor(() => expect(farms.getByRole<HTMLButtonElement>('button', { name: 'Add farm' }).disabled).toBe(false))
    on.linkFarm(() => failure(409, 'Farm already added.'))
    await app.user.click(farms.getByRole('button', { name: 'Add farm' }))
    expect((await farms.findByRole('alert')).textContent).toContain('Farm already added.')
  })

  test('USR-3 a farm is removed after a question', async () => {
    const { app, farms } = await open()
    await app.user.click(await farms.findByRole('button', { name: 'Remove Salish Sea Test Beds' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    const calls = on.unlinkFarm(account({ farms: [] }))
    await app.user.click(dialog.getByRole('button', { name: 'Remove this farm' }))
    expect(await farms.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.url.pathname).toBe('/api/users/user-bob/farm/farm-1')
    expect(farms.getByText(/^Not linked to a farm yet/)).toBeTruthy()
  })

  test('USR-3 permissions are edited elsewhere', async () => {
    const { farms } = await open()
    const link = await farms.findByRole('link', { name: 'Edit what people may do on each farm' })
    expect(link.getAttribute('href')).toBe('https://farms.example/permissions')
    expect(farms.getByText('harvest')).toBeTruthy()
  })
})

describe('AUTH-9 what one may not do is off, and says why', () => {
  /** By itself, or by what it stands in. */
  const disabled = (element: HTMLElement) =>
    element.matches(':disabled') || element.closest('fieldset[disabled]') !== null

  test('AUTH-9 what the server would refuse is said instead of offered', async () => {
    const words = 'This user is linked to farms that you cannot edit.'
    answers()
    on.user(account({ secondFactor: true, refusals: { account: words, farms: words, secondFactor: words } }))
    const sessions = on.sessions({ data: [session({ current: false })] })
    renderApp('/admin/users/user-bob')
    expect(await screen.findByText(words)).toBeTruthy()
    const farms = within(await card('Farms'))
    expect(farms.queryByRole('form', { name: 'Add a farm' })).toBeNull()
    expect(farms.getByRole<HTMLButtonElement>('button', { name: /^Remove/ }).disabled).toBe(true)
    expect(within(await card('Sessions')).getByText(/can see where .* is signed in/)).toBeTruthy()
    expect(sessions).toHaveLength(0)
    const factor = within(await card('Second factor'))
    expect(factor.getByRole<HTMLButtonElement>('button', { name: 'Reset' }).disabled).toBe(true)
  })

  test('AUTH-9 who may change the account but not link farms is told at the farms', async () => {
    const words = 'To link users to farms you also need the permission companies.'
    answers()
    on.user(account({ farms: [], refusals: { account: '', farms: words, secondFactor: '' } }))
    renderApp('/admin/users/user-bob')
    const farms = within(await card('Farms'))
    expect(await farms.findByText(words)).toBeTruthy()
    expect(farms.queryByRole('button', { name: 'Add farm' })).toBeNull()
    const details = within(await card('Details'))
    expect(details.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
  })

  test('AUTH-9 only root changes a root user', async () => {
    signedIn('admin')
    answers()
    const refused = 'Only root may change a root user.'
    on.user(
      account({ groups: { root: 'Root' }, refusals: { account: refused, farms: refused, secondFactor: refused } }),
    )
    renderApp('/admin/users/user-bob')
    expect(await screen.findByText(refused)).toBeTruthy()
    const details = within(await card('Details'))
    expect(disabled(details.getByLabelText('Username'))).toBe(true)
    expect(disabled(details.getByRole('button', { name: 'Save' }))).toBe(true)
    const groups = within(await card('Groups'))
    expect(disabled(await groups.findByLabelText('Packers'))).toBe(true)
    expect(disabled(within(await card('Delete')).getByRole('button', { name: 'Delete' }))).toBe(true)
  })

  test('AUTH-9 groups that the caller cannot give are off, each reason said once', async () => {
    signedIn('admin')
    answers()
    const beyond = 'You cannot give permissions that you do not have yourself.'
    const of = (id: string, name: string, refusal: string) => ({ _id: id, name, refusal })
    on.groupOptions({
      data: [
        of('root', 'Root', 'Only root may give or take root.'),
        of('group-1', 'Packers', ''),
        of('group-2', 'Recallers', beyond),
        of('group-3', 'Exporters', beyond),
      ],
    })
    renderApp('/admin/users/user-bob')
    const groups = within(await card('Groups'))
    expect(disabled(await groups.findByLabelText(/^Root/))).toBe(true)
    expect(disabled(groups.getByLabelText('Packers'))).toBe(false)
    expect(disabled(groups.getByLabelText('Recallers'))).toBe(true)
    expect(groups.getByText('Only root may give or take root.')).toBeTruthy()
    expect(groups.getAllByText(beyond)).toHaveLength(1)
  })

  test('AUTH-9 nobody locks themselves out', async () => {
    answers()
    on.user(account({ _id: 'id-root', username: 'root', groups: { root: 'Root' } }))
    renderApp('/admin/users/id-root')
    const details = within(await card('Details'))
    expect(disabled(details.getByLabelText('Active'))).toBe(true)
    expect(details.getByText('You cannot make yourself inactive.')).toBeTruthy()
    expect(disabled(details.getByLabelText('Username'))).toBe(false)
    expect(await screen.findByText(/Please change your own password in your account settings\./)).toBeTruthy()
    expect(screen.getByText('You cannot delete yourself. Please let somebody else do that.')).toBeTruthy()
  })
})

test('GRP-3 a group that a user is in is named', async () => {
  const { _id, name } = group()
  on.users(listed([accountRow({ groups: { [_id]: name, admin: 'Admin' } })]))
  renderApp('/admin/users')
  expect(await screen.findByText('Admin, Packers')).toBeTruthy()
})
