import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { farm, lease, user, type Who } from './data'
import { account, accountRow, group, listed, OPTIONS } from './people'
import { renderApp } from './render'
import { failure, lastBody, on, server, signedIn } from './server'

const KEPT = /^What you typed is back/
const LEASES = 'http://localhost:3000/api/farms/farm-1/leases'

const ended = () => failure(401, 'Your session has ended.')
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const keptKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft/'))

type App = ReturnType<typeof renderApp>

/** The session has run out; the same person, or somebody else, signs in again. */
async function signInAgain(app: App, who: Who) {
  await screen.findByLabelText('Username or email')
  on.login({ token: 'fresh', user: user(who) })
  on.my(user(who))
  await app.user.type(screen.getByLabelText('Username or email'), who)
  await app.user.type(screen.getByLabelText('Password'), 'merroir-demo')
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
}

/** Answers every call that saves a lease, and keeps what was asked. */
function onLease(reply: () => object | Response) {
  const bodies: unknown[] = []
  const answer = async ({ request }: { request: Request }) => {
    bodies.push(await request.json())
    const value = reply()
    return value instanceof Response ? value : HttpResponse.json(value)
  }
  server.use(http.post(LEASES, answer), http.put(`${LEASES}/lease-a`, answer))
  return bodies
}

describe('AUTH-3 SUB-9 the shipping form', () => {
  test('is open again on its tab, and is saved', async () => {
    signedIn('manager')
    const shippingAddress = { ...farm().shippingAddress, name: 'June', address1: '12 Tide Street', city: 'Bay Center' }
    const filled = { ...shippingAddress, state: 'Washington', postalCode: '98527', country: 'USA' }
    on.farm(farm({ taggingActive: true, shippingAddress: filled }))
    on.editShipping(ended)
    const app = renderApp('/manage/farm-1?tab=tagging')
    await app.user.click(await screen.findByRole('button', { name: 'Edit Refill shipping info' }))
    await app.user.type(await screen.findByLabelText('Name'), ' Halvorsen')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await signInAgain(app, 'manager')
    expect(await screen.findByText(KEPT)).toBeTruthy()
    expect(value('Name')).toBe('June Halvorsen')
    const calls = on.editShipping({ shippingAddress: { ...filled, name: 'June Halvorsen' }, version: 8 })
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    expect(lastBody(calls)).toEqual({ name: 'June Halvorsen', version: 7 })
    expect(keptKeys()).toEqual([])
  })
})

describe('AUTH-3 FARM-4 the form of a lease', () => {
  const openPage = () => {
    signedIn('manager')
    on.farm(farm({ leases: [lease()] }))
    return renderApp('/manage/farm-1?tab=info')
  }

  test('a new one opens by itself with its lines, and is added', async () => {
    const app = openPage()
    onLease(ended)
    await app.user.click(await screen.findByRole('button', { name: 'Add lease' }))
    await app.user.type(await screen.findByLabelText('Name'), 'Site N')
    await app.user.type(screen.getByLabelText('Add lines'), 'L1, L2{Enter}')
    await app.user.type(screen.getByLabelText('Add lines'), 'Raft')
    await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add lease' }))
    await signInAgain(app, 'manager')
    const form = within(await screen.findByRole('dialog', { name: 'Add a lease' }))
    expect(await form.findByText(KEPT)).toBeTruthy()
    expect(value('Name')).toBe('Site N')
    expect(value('Name of line 2')).toBe('L2')
    expect(value('Add lines')).toBe('Raft')
    await app.user.click(form.getByRole('button', { name: 'Remove line L1' }))
    const bodies = onLease(() => lease({ leaseId: 'n', name: 'Site N' }))
    await app.user.click(form.getByRole('button', { name: 'Add lease' }))
    expect(await screen.findByText('Site N was added.')).toBeTruthy()
    expect(bodies).toEqual([
      {
        name: 'Site N',
        lines: [
          { name: 'L2', spots: 0 },
          { name: 'Raft', spots: 0 },
        ],
      },
    ])
    expect(keptKeys()).toEqual([])
  })

  test('an edit opens by itself, asks before it closes, and begins anew after that', async () => {
    const app = openPage()
    onLease(ended)
    await app.user.click(await screen.findByRole('button', { name: 'Edit Site A' }))
    await app.user.type(await screen.findByLabelText('Location'), ', north')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await signInAgain(app, 'manager')
    const form = within(await screen.findByRole('dialog', { name: 'Edit Site A' }))
    expect(await form.findByText(KEPT)).toBeTruthy()
    expect(value('Location')).toBe('Baynes Sound, north')
    await app.user.click(form.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await app.user.click(screen.getByRole('button', { name: 'Edit Site A' }))
    expect(await screen.findByLabelText('Location')).toBeTruthy()
    expect(value('Location')).toBe('Baynes Sound')
    expect(screen.queryByText(KEPT)).toBeNull()
  })

  test('an edit is of the version that was edited', async () => {
    const app = openPage()
    onLease(ended)
    await app.user.click(await screen.findByRole('button', { name: 'Edit Site A' }))
    await app.user.type(await screen.findByLabelText('Location'), ', north')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByLabelText('Username or email')
    on.farm(farm({ leases: [lease({ version: 2, size: '5 ha' })] }))
    await signInAgain(app, 'manager')
    await screen.findByText(KEPT)
    const bodies = onLease(() => lease({ version: 3 }))
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies).toEqual([{ location: 'Baynes Sound, north', version: 1 }]))
  })

  test('a lease that is gone asks nothing', async () => {
    const app = openPage()
    onLease(ended)
    await app.user.click(await screen.findByRole('button', { name: 'Edit Site A' }))
    await app.user.type(await screen.findByLabelText('Location'), ', north')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByLabelText('Username or email')
    on.farm(farm({ leases: [] }))
    await signInAgain(app, 'manager')
    expect(await screen.findByText('No leases yet.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(keptKeys()).toEqual([])
  })
})

describe('AUTH-3 the forms of people', () => {
  test('USR-3 the Details of a user', async () => {
    signedIn('root')
    on.user(account())
    on.groupOptions({ data: OPTIONS })
    on.permissionsEndpoint({ permissionsEndpoint: '' })
    on.sessions({ data: [] })
    on.editUser(ended)
    const app = renderApp('/admin/users/user-bob')
    const details = async () => within(await screen.findByRole('form', { name: 'Details' }))
    await app.user.type((await details()).getByLabelText('Middle name'), 'Brook')
    await app.user.click((await details()).getByLabelText('Active'))
    await app.user.click((await details()).getByRole('button', { name: 'Save' }))
    await signInAgain(app, 'root')
    expect(await (await details()).findByText(KEPT)).toBeTruthy()
    expect(value('Middle name')).toBe('Brook')
    const calls = on.editUser(account({ name: { first: 'Bob', middle: 'Brook', last: 'Reed' }, isActive: false }))
    await app.user.click((await details()).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    expect(screen.queryByText(KEPT)).toBeNull()
    expect(lastBody(calls)).toEqual({ name: { middle: 'Brook' }, isActive: false, version: 3 })
    expect(keptKeys()).toEqual([])
  })

  test('GRP-3 the name of a group', async () => {
    signedIn('root')
    on.my({ ...user('root'), permissions: ['admin-users'] })
    on.users(listed([]))
    on.group(group())
    on.renameGroup(ended)
    const app = renderApp('/admin/admin-groups/group-1')
    const details = async () => within(await screen.findByRole('form', { name: 'Details' }))
    await app.user.type((await details()).getByLabelText('Name'), ' of the night')
    await app.user.click((await details()).getByRole('button', { name: 'Save' }))
    await signInAgain(app, 'root')
    expect(await (await details()).findByText(KEPT)).toBeTruthy()
    const calls = on.renameGroup(group({ name: 'Packers of the night' }))
    await app.user.click((await details()).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    expect(lastBody(calls)).toEqual({ name: 'Packers of the night', version: 2 })
  })

  const typeNewUser = async () => {
    signedIn('root')
    on.users(listed([accountRow()]))
    on.createUser(ended)
    const app = renderApp('/admin/users')
    await app.user.click(await screen.findByRole('button', { name: 'Create new' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new user' }))
    await app.user.type(await dialog.findByLabelText('Username'), 'carla')
    await app.user.type(dialog.getByLabelText('Password'), 'a row of words')
    await app.user.click(dialog.getByRole('button', { name: 'Create new' }))
    await screen.findByLabelText('Username or email')
    return app
  }

  test('USR-2 a new user: the modal opens by itself, without the password', async () => {
    const app = await typeNewUser()
    expect(keptKeys()).toHaveLength(1)
    expect(JSON.stringify(sessionStorage)).not.toContain('a row of words')
    await signInAgain(app, 'root')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new user' }))
    expect(await dialog.findByText(KEPT)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Username').value).toBe('carla')
    expect(dialog.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    await app.user.click(dialog.getByRole('button', { name: 'Close' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await app.user.click(screen.getByRole('button', { name: 'Create new' }))
    const again = within(await screen.findByRole('dialog', { name: 'Create new user' }))
    expect((await again.findByLabelText<HTMLInputElement>('Username')).value).toBe('')
    expect(keptKeys()).toEqual([])
  })

  test('USR-2 somebody else is shown nothing of it; it waits for the person who typed it', async () => {
    const app = await typeNewUser()
    await signInAgain(app, 'admin')
    expect(await screen.findByText('bob')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    on.users(ended)
    await app.user.type(screen.getByLabelText('Username'), 'b')
    await screen.findByLabelText('Username or email')
    on.users(listed([accountRow()]))
    await signInAgain(app, 'root')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new user' }))
    expect((await dialog.findByLabelText<HTMLInputElement>('Username')).value).toBe('carla')
  })

  test('who signs out leaves nothing behind', async () => {
    const app = await typeNewUser()
    await signInAgain(app, 'root')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new user' }))
    await dialog.findByText(KEPT)
    on.logout({ message: 'Bye.' })
    const leave = app.go('/login/logout')
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await leave
    expect(await screen.findByText('Logout successful.')).toBeTruthy()
    expect(keptKeys()).toEqual([])
  })
})
