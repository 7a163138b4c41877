import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { farm, user } from './data'
import { entry, listed } from './people'
import { renderApp } from './render'
import { failure, on, signedIn } from './server'

const asked = (calls: { url: URL }[]) => Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])
const deeds = async () => {
  await screen.findAllByRole('rowheader')
  return screen.getAllByRole('rowheader').map((head) => head.textContent)
}

beforeEach(() => {
  signedIn('root')
  on.my({ ...user('root'), permissions: ['admin-users'] })
})

describe('the audit trail', () => {
  test('AUTH-9 says in words who did what to whom, when and from where', async () => {
    on.audit(listed([entry()]))
    renderApp('/admin/audit')
    expect(await deeds()).toEqual(['ann changed the groups of bobfrom Farm manager to Farm manager, Packers'])
    expect(screen.getByText('20 Nov 2026, 14:05 UTC')).toBeTruthy()
    expect(screen.getByText('203.0.113.7')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'bob' }).getAttribute('href')).toBe('/admin/users/user-bob')
  })

  test('the other deeds, also of the platform itself and of a kind not known yet', async () => {
    const about = (action: string, part: object = {}) => entry({ _id: action, action, detail: {}, ...part })
    on.audit(
      listed([
        about('user.update', {
          detail: { isActive: { from: true, to: false }, email: { from: '', to: 'b@f.example' } },
        }),
        about('user.link', { detail: { farm: 'farm-1', farmName: 'Quiet Inlet' } }),
        about('user.delete'),
        about('group.permissions', { subjectKind: 'group', subjectName: 'Packers', detail: { given: ['export'] } }),
        about('sign-in'),
        about('paper.more', {
          subjectKind: 'farm',
          subjectName: 'Inlet',
          detail: { order: 'o1', total: 14_400, free: false },
        }),
        about('prices.set', {
          subjectKind: 'prices',
          detail: {
            from: '2026-12-01',
            'paperCosts.mobile.cost': { from: 10_800, to: 11_250 },
            'paperCosts.mobile.rollsPerPack': { from: 12, to: 15 },
          },
        }),
        about('farm.create', { userId: '', username: 'system', ip: '', subjectKind: 'farm', subjectName: 'Inlet' }),
        about('boat.launch', { subjectKind: 'boat', subjectName: 'Ada' }),
        // Nobody was signed in, and it was not the platform.
        about('sign-in.failed', { userId: '', username: '' }),
        about('recall.acknowledge', {
          userId: '',
          username: '',
          subjectKind: 'recall',
          subjectName: 'Oregon',
          detail: { party: 'Harbor House', by: 'Kim' },
        }),
        about('stay.copied', { userId: '', username: '', ip: '' }),
        // Of somebody who may do more than the reader.
        about('user.password', { ip: '' }),
      ]),
    )
    renderApp('/admin/audit')
    expect(await deeds()).toEqual([
      'ann changed the details of bobactive: from yes to no; email: from none to b@f.example',
      'ann linked a farm to bobfarm: Quiet Inlet',
      'ann deleted the user bob',
      'ann changed the permissions of the admin group Packersgiven: export',
      'ann signed in',
      'ann ordered more paper for Inlettotal: $144.00; free: no',
      'ann changed the price listfrom 1 Dec 2026; paper costs, mobile, cost: from $108.00 to $112.50; paper costs, mobile, rolls per pack: from 12 to 15',
      'The platform itself created the farm Inlet',
      'ann did “boat.launch” to Ada',
      'Somebody failed to sign in as bob',
      'Somebody acknowledged the recall of Oregonparty: Harbor House; by: Kim',
      'The platform itself signed bob out everywhere, as what keeps them signed in was copied',
      'ann changed the password of bob',
    ])
    const targets = screen
      .getAllByRole('rowheader')
      .map((head) => head.querySelector('a')?.getAttribute('href') ?? null)
    expect(targets).toEqual([
      '/admin/users/user-bob',
      '/admin/users/user-bob',
      null,
      '/admin/admin-groups/user-bob',
      null,
      '/farms/user-bob',
      null,
      '/farms/user-bob',
      null,
      '/admin/users/user-bob',
      null,
      '/admin/users/user-bob',
      '/admin/users/user-bob',
    ])
    expect(screen.getAllByText('the server')).toHaveLength(2)
    expect(screen.getAllByText('not shown')).toHaveLength(1)
  })

  test('what is asked for is in the URL', async () => {
    const calls = on.audit(listed([entry()], 43))
    const app = renderApp('/admin/audit?page=2')
    await deeds()
    await app.user.selectOptions(screen.getByLabelText('Action'), 'Changed the groups')
    await app.user.selectOptions(screen.getByLabelText('Limit'), '5')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
    await waitFor(() => expect(app.address()).toContain('from=2026-11-01'))
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-20' } })
    await waitFor(() => expect(app.address()).toContain('to=2026-11-20'))
    await app.user.type(screen.getByLabelText('People, actions or addresses'), 'bob')
    await waitFor(() =>
      expect(asked(calls)).toEqual({
        search: 'bob',
        action: 'user.groups',
        from: '2026-11-01',
        to: '2026-11-20',
        limit: '5',
        page: '1',
      }),
    )
    await app.user.click(screen.getByRole('button', { name: 'Next' }))
    expect(app.address()).toContain('page=2')
  })

  test('a day of which a part is cleared asks for nothing else, and comes back when it is left so', async () => {
    const calls = on.audit(listed([entry()]))
    const app = renderApp('/admin/audit?from=2026-11-01')
    await deeds()
    const from = screen.getByLabelText('From') as HTMLInputElement
    const badInput = vi.spyOn(from.validity, 'badInput', 'get').mockReturnValue(true)
    await app.user.click(from)
    fireEvent.change(from, { target: { value: '' } })
    await app.user.tab()
    expect(from.value).toBe('2026-11-01')
    badInput.mockRestore()
    await app.user.selectOptions(screen.getByLabelText('Limit'), '5')
    await waitFor(() => expect(asked(calls)).toMatchObject({ limit: '5' }))
    expect(calls.filter(({ url }) => !url.searchParams.has('from'))).toEqual([])
    expect(app.history.length).toBe(2)
  })

  test('nothing matches, and the way back', async () => {
    on.audit(listed([]))
    const app = renderApp('/admin/audit?search=zz&from=never')
    expect(await screen.findByText('No entry matches.')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Show all entries' }))
    expect(app.address()).toBe('/admin/audit')
    expect(await screen.findByText('Nothing has been done yet.')).toBeTruthy()
  })

  test('uploads, exports and downloads are named, with their farm', async () => {
    const about = (action: string) =>
      entry({ _id: action, action, subjectKind: 'farm', subjectName: 'Inlet', detail: {} })
    on.audit(
      listed([
        about('upload.send'),
        about('upload.cancel'),
        about('upload.undo'),
        about('upload.refused'),
        about('shipments.csv'),
        about('export.ask'),
      ]),
    )
    renderApp('/admin/audit')
    expect(await deeds()).toEqual([
      'ann uploaded a sheet to Inlet',
      'ann cancelled an upload to Inlet',
      'ann undid an upload to Inlet',
      'ann downloaded the refused rows of an upload to Inlet',
      'ann downloaded the shipments of Inlet',
      'ann asked for an export of Inlet',
    ])
  })

  test("the server's refusal is shown in words", async () => {
    on.audit(() => failure(400, 'The last day is before the first.', { to: 'The last day is before the first.' }))
    renderApp('/admin/audit?from=2026-11-20&to=2026-11-01')
    expect((await screen.findByRole('alert')).textContent).toContain('The last day is before the first.')
  })
})

describe('PEO-5 the history of a farm', () => {
  const deed = () => entry({ action: 'farm.update', subjectKind: 'farm', subjectName: 'Salish', detail: {} })

  test('is on a page of its own, on the farm’s clock, page by page, with the way to the whole trail', async () => {
    on.farm(farm({ timeZone: 'America/Vancouver' }))
    const calls = on.audit(listed([deed()], 43))
    const app = renderApp('/farms/farm-1/history?limit=5')
    expect(await deeds()).toEqual(['ann changed the record of Salish'])
    expect(await screen.findByText(/^20 Nov 2026, 06:05 PST$/)).toBeTruthy()
    expect(asked(calls)).toEqual({ subject: 'farm-1', limit: '5', page: '1' })
    await app.user.click(screen.getByRole('button', { name: 'Next' }))
    expect(app.address()).toContain('page=2')
    await waitFor(() => expect(asked(calls)).toEqual({ subject: 'farm-1', limit: '5', page: '2' }))
    expect(screen.getByRole('link', { name: 'Search it in the audit trail' }).getAttribute('href')).toBe(
      '/admin/audit?subject=farm-1',
    )
  })

  test('stands on Farm Info with its latest entries, for who may see it alone', async () => {
    on.my({ ...user('root'), permissions: ['admin-users', 'companies'] })
    on.farm(farm({ timeZone: 'America/Vancouver' }))
    const calls = on.audit(listed([deed()]))
    renderApp('/farms/farm-1?tab=info')
    const card = await screen.findByRole('region', { name: 'History' })
    await waitFor(() => expect(card.textContent).toContain('06:05 PST'))
    expect(asked(calls)).toEqual({ subject: 'farm-1', limit: '5', page: '1' })
    expect(card.querySelector('a')?.getAttribute('href')).toBe('/farms/farm-1/history')
    cleanup()
    signedIn('admin')
    on.my({ ...user('admin'), permissions: ['companies'] })
    const app = renderApp('/farms/farm-1?tab=info')
    await screen.findByRole('region', { name: 'Leases' })
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull()
    await app.go('/farms/farm1/history')
    await waitFor(() => expect(app.address()).toBe('/admin'))
  })
})
