import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { user } from './data'
import { accountRow, group, listed } from './people'
import { focused, renderApp } from './render'
import { failure, on, signedIn } from './server'

const asked = (calls: { url: URL }[]) => Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])
const SAVED = 'Success. Changes have been saved.'
const ALL = ['admin-users', 'companies', 'export', 'pricing', 'recall']

beforeEach(() => {
  signedIn('root')
  on.my({ ...user('root'), permissions: ALL })
  on.users(listed([accountRow({ groups: { 'group-1': 'Packers' } }), accountRow({ _id: 'user-eve', username: 'eve' })]))
})

describe('GRP-2 the list', () => {
  test('GRP-2 what is shown, and the defaults; a row leads to its group', async () => {
    const calls = on.groups(listed([group()]))
    on.group(group())
    const app = renderApp('/admin/admin-groups')
    const line = (await screen.findByText('Packers')).closest('tr') as HTMLElement
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Groups')
    expect(within(line).getByText('export, night-shift')).toBeTruthy()
    expect(within(line).getByRole('link', { name: 'Edit Packers' }).getAttribute('href')).toBe(
      '/admin/admin-groups/group-1',
    )
    expect(asked(calls)).toMatchObject({ sort: '_id', limit: '20', page: '1' })
    // One page has no other to turn to.
    expect(screen.getByText('Page 1 of 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Prev|Next)$/ })).toBeNull()
    await app.user.click(within(line).getByText('1 member'))
    await waitFor(() => expect(app.address()).toBe('/admin/admin-groups/group-1'))
  })

  test('GRP-2 search, sort, limit and page are in the URL', async () => {
    const calls = on.groups(listed([group()], 43, 1))
    const app = renderApp('/admin/admin-groups?page=2')
    await screen.findByText('Packers')
    await app.user.selectOptions(screen.getByLabelText('Sort by'), 'Name descending')
    await app.user.selectOptions(screen.getByLabelText('Limit'), '5')
    await app.user.type(screen.getByLabelText('Search by name'), 'pack')
    await waitFor(() => expect(asked(calls)).toEqual({ name: 'pack', sort: '-name', limit: '5', page: '1' }))
    await app.user.click(screen.getByRole('button', { name: 'Next' }))
    expect(app.address()).toBe('/admin/admin-groups?sort=-name&limit=5&name=pack&page=2')
  })

  test('GRP-2 none, and none that matches', async () => {
    on.groups(listed([]))
    const app = renderApp('/admin/admin-groups?name=zz')
    expect(await screen.findByText('No admin group matches “zz”.')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Show all admin groups' }))
    expect(await screen.findByText('No admin groups yet.')).toBeTruthy()
  })

  test("GRP-2 'Create new' takes a name and leads to the group; a refusal stays", async () => {
    on.groups(listed([]))
    const app = renderApp('/admin/admin-groups')
    await app.user.click(await screen.findByRole('button', { name: 'Create new' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new admin group' }))
    const name = await dialog.findByLabelText('Name')
    on.createGroup(() => failure(400, 'This name is taken.', { name: 'This name is taken.' }))
    await app.user.type(name, 'Packers')
    await app.user.click(dialog.getByRole('button', { name: 'Create new' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('This name is taken.')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'This name is taken.',
    )
    const calls = on.createGroup(group())
    on.group(group())
    await app.user.click(dialog.getByRole('button', { name: 'Create new' }))
    await waitFor(() => expect(app.address()).toBe('/admin/admin-groups/group-1'))
    expect(calls[0]?.body).toEqual({ name: 'Packers' })
  })

  test("GRP-2 Escape closes 'Create new'", async () => {
    on.groups(listed([]))
    const app = renderApp('/admin/admin-groups')
    await app.user.click(await screen.findByRole('button', { name: 'Create new' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new admin group' }))
    await focused(await dialog.findByLabelText('Name'))
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('GRP-3 a group', () => {
  const open = async (part: Parameters<typeof group>[0] = {}) => {
    on.group(group(part))
    const app = renderApp('/admin/admin-groups/group-1')
    const card = async (name: string) => within(await screen.findByRole('region', { name }))
    return { app, card, permissions: await card('Permissions') }
  }

  test('GRP-3 a failure', async () => {
    on.group(() => failure(404, 'No such admin group.'))
    renderApp('/admin/admin-groups/group-1')
    expect((await screen.findByRole('alert')).textContent).toContain('No such admin group.')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Groups / Error')
  })

  test('GRP-3 Details', async () => {
    const { app, card } = await open()
    const details = await card('Details')
    const calls = on.renameGroup(group({ name: 'Packers North', version: 3 }))
    await app.user.type(details.getByLabelText('Name'), ' North')
    await app.user.click(details.getByRole('button', { name: 'Save' }))
    expect(await details.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({ name: 'Packers North', version: 2 })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Groups / Packers North')
  })

  test('GRP-3 Permissions: the known ones, and which of them open something', async () => {
    const { permissions } = await open()
    const boxes = permissions.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
    expect(boxes).toEqual([
      'admin-users',
      'admin-items',
      'user-ios',
      'user-desktop',
      'companies',
      'departments',
      'recall',
      'export',
      'pricing',
      'night-shift',
    ])
    expect(permissions.getAllByText(/^Opens /)).toHaveLength(5)
    const said = Object.fromEntries(
      permissions.getAllByRole('listitem').map((item) => [item.querySelector('label')?.textContent, item.textContent]),
    )
    expect(said.companies).toMatch(/^companiesOpens .*farms/)
    expect(said.export).toMatch(/^exportOpens .*export/)
    expect(said.recall).toMatch(/^recallOpens .*recall/)
    expect(said['user-ios']).toContain('no effect here')
    expect(permissions.getAllByText('Stored and shown; it has no effect here.')).toHaveLength(5)
  })

  test('GRP-3 Permissions: toggle, remove, add; names are trimmed, an empty one is ignored', async () => {
    const { app, permissions } = await open()
    const calls = on.setPermissions(group({ version: 3 }))
    const name = permissions.getByLabelText('New permission')
    await app.user.click(permissions.getByLabelText('recall'))
    await app.user.click(permissions.getByLabelText('export'))
    await app.user.click(permissions.getByRole('button', { name: 'Remove night-shift' }))
    expect(permissions.queryByLabelText('night-shift')).toBeNull()
    await app.user.type(name, '  ')
    await app.user.click(permissions.getByRole('button', { name: 'Add' }))
    await app.user.type(name, '  cold-room  {Enter}')
    expect(permissions.getByLabelText('cold-room')).toHaveProperty('checked', true)
    expect(calls).toHaveLength(0)
    await app.user.click(permissions.getByRole('button', { name: 'Save' }))
    expect(await permissions.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({ permissions: { export: false, recall: true, 'cold-room': true }, version: 2 })
    await app.user.click(permissions.getByRole('button', { name: 'Dismiss' }))
    expect(permissions.queryByText(SAVED)).toBeNull()
  })

  test('GRP-3 Permissions: what somebody else changed meanwhile is merged in', async () => {
    const { app, permissions } = await open()
    on.setPermissions(() => failure(409, 'Somebody else changed this group meanwhile.'))
    await app.user.click(permissions.getByLabelText('recall'))
    on.group(group({ permissions: { export: true, pricing: true }, version: 5 }))
    await app.user.click(permissions.getByRole('button', { name: 'Save' }))
    expect(await permissions.findByText('Somebody else changed this group meanwhile.')).toBeTruthy()
    const calls = on.setPermissions(group({ version: 6 }))
    await app.user.click(permissions.getByRole('button', { name: 'Save' }))
    expect(await permissions.findByText(SAVED)).toBeTruthy()
    expect(calls[0]?.body).toEqual({ permissions: { export: true, pricing: true, recall: true }, version: 5 })
  })

  test('AUTH-9 nobody gives what they do not have', async () => {
    on.my({ ...user('admin'), permissions: ['admin-users', 'export'] })
    const { permissions } = await open()
    expect(permissions.getByLabelText('recall')).toHaveProperty('disabled', true)
    expect(permissions.getByLabelText('export')).toHaveProperty('disabled', false)
    // Each says what it opens all the same.
    const locked = permissions.getAllByText(/You can only grant or remove permissions that you have yourself\.$/)
    expect(locked).toHaveLength(3)
    for (const one of locked) expect(one.textContent).toMatch(/^Opens .+\. You/)
  })

  test('AUTH-9 a refusal is shown in words', async () => {
    const { app, permissions } = await open()
    const words = 'You would lose your own right to manage users. Please let somebody else do that.'
    on.setPermissions(() => failure(403, words))
    await app.user.click(permissions.getByLabelText('recall'))
    await app.user.click(permissions.getByRole('button', { name: 'Save' }))
    expect((await permissions.findByRole('alert')).textContent).toContain(words)
  })

  test('GRP-3 the members', async () => {
    const { card } = await open()
    const members = await card('Members')
    expect((await members.findByRole('link', { name: 'bob' })).getAttribute('href')).toBe('/admin/users/user-bob')
    expect(members.queryByText('eve')).toBeNull()
  })

  test("GRP-3 Delete asks 'Are you sure?', then leads to the list", async () => {
    const { app, card } = await open()
    await app.user.click((await card('Delete')).getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    expect(dialog.getByText(/1 member will lose what it gives them/)).toBeTruthy()
    on.groups(listed([]))
    const calls = on.deleteGroup({ message: 'ok' })
    await app.user.click(dialog.getByRole('button', { name: 'Delete this group' }))
    await waitFor(() => expect(app.address()).toBe('/admin/admin-groups'))
    expect(await screen.findByText('Packers was deleted.')).toBeTruthy()
    expect(calls).toHaveLength(1)
    // It was said, and Back does not say it again.
    on.users(listed([]))
    await app.user.click(screen.getByRole('link', { name: 'Users' }))
    await screen.findByRole('heading', { level: 1, name: 'Users' })
    app.history.back()
    await screen.findByRole('heading', { level: 1, name: 'Admin Groups' })
    expect(screen.queryByText('Packers was deleted.')).toBeNull()
  })
})
