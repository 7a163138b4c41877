import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { page, user, type Who } from './data'
import { listed } from './people'
import { renderApp } from './render'
import { on, server, signedIn } from './server'

const API = 'http://localhost:3000/api'
const nothing = () => server.use(http.get(`${API}/farms/figures`, () => HttpResponse.json({ ...page([]), counted: 0 })))

/** The lists with a search above them, by who sees them, and what the search is called there. */
test.each([
  ['manager', '/manage', 'Search by name', () => undefined],
  ['manager', '/manage/side-by-side', 'Search by name', nothing],
  ['manager', '/manage/farm-1/tags', 'Search tags and lots', () => on.tags(listed([]))],
  ['manager', '/manage/farm-1/shipments', 'Search buyers', () => on.shipped(listed([]))],
  ['admin', '/farms', 'Name, owner, city or certificate', () => undefined],
  ['admin', '/farms/fulfilment', 'Search farm, receiver or order', () => on.shipments(page([]))],
  ['root', '/admin/users', 'Username', () => on.users(listed([]))],
  ['root', '/admin/audit', 'People, actions or addresses', () => on.audit(listed([]))],
  ['root', '/admin/admin-groups', 'Search by name', () => on.groups(listed([]))],
] as [Who, string, string, () => unknown][])(
  'LIST-5 for the %s a search of %s is one step of the history',
  async (who, path, label, prepare) => {
    signedIn(who)
    on.my({ ...user(who), permissions: who === 'manager' ? [] : ['admin-users', 'companies'] })
    prepare()
    const app = renderApp(path)
    const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: label })
    await app.user.click(search)
    const before = app.history.length
    for (const typed of ['b', 'ba', 'bay']) {
      await app.user.keyboard(typed.slice(-1))
      // Each letter comes into the address by itself: typed at once, they would be one step whatever is done.
      await waitFor(() => expect([...new URLSearchParams(app.history.location.search).values()]).toContain(typed))
    }
    expect(app.history.length).toBe(before + 1)
    act(() => app.history.back())
    await waitFor(() => expect(app.address()).toBe(path))
    await waitFor(() => expect(search.value).toBe(''))
  },
)
