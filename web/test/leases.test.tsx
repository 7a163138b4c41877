import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Lease } from '@/api'
import { todayAt } from '@/shared/lib/days'
import { farm, lease } from './data'
import { focused, renderApp } from './render'
import { failure, on, server, signedIn } from './server'

const panel = () => screen.findByRole('region', { name: 'Leases' })
const api = (path: string) => `http://localhost:3000/api/farms/farm-1/leases${path}`

/** Answers a call about leases, and keeps what was asked. */
function onLease(method: 'post' | 'put' | 'delete', path: string, reply: () => object | Response) {
  const calls: { body: unknown; key: string | null }[] = []
  server.use(
    http[method](api(path), async ({ request }) => {
      const text = await request.text()
      calls.push({ body: text && JSON.parse(text), key: request.headers.get('Idempotency-Key') })
      const answer = reply()
      return answer instanceof Response ? answer : HttpResponse.json(answer)
    }),
  )
  return calls
}

async function openPanel(leases: Lease[], who: 'manager' | 'admin' = 'manager') {
  signedIn(who)
  on.farm(farm({ leases }))
  const app = renderApp(who === 'manager' ? '/manage/farm-1?tab=info' : '/farms/farm-1?tab=info')
  return { ...app, panel: await panel() }
}

const dialog = (name: string) => screen.findByRole('dialog', { name })

describe('FARM-4 the panel', () => {
  test('FARM-4 the leases, what runs out, and what is there', async () => {
    const now = todayAt(farm())
    const app = await openPanel([
      lease({ animals: 1204, containers: 38 }),
      lease({ leaseId: 'b', name: 'Site B', dateOfExpiration: now, lines: [] }),
    ])
    const [first, second] = within(app.panel).getAllByRole('listitem')
    expect(first?.querySelector('dl')?.textContent).toBe(
      'Date of issue1 Mar 2016Date of expiration28 Feb 2091Size4.2 haNumber of lines3120 spotsLocationBaynes SoundAnimals on hand1,204Containers on hand38',
    )
    expect(second?.textContent).toContain('Expires today')
    expect(second?.textContent).toContain('Number of lines0')
    // What is not empty is not offered for deletion.
    expect(within(app.panel).queryByRole('button', { name: 'Delete Site A' })).toBeNull()
    expect(within(app.panel).getByRole('button', { name: 'Delete Site B' })).toBeTruthy()
  })

  test('FARM-4 what is not known of a lease is a dash, as elsewhere', async () => {
    const { panel } = await openPanel([
      lease({ dateOfIssue: '', dateofIssue: '', dateOfExpiration: '', size: '', location: '' }),
    ])
    expect(within(panel).getByRole('listitem').querySelector('dl')?.textContent).toContain(
      'Date of issue–Date of expiration–Size–Number of lines3',
    )
  })

  test('FARM-4 ended leases stand apart, collapsed when they are many, and warn no more', async () => {
    const ended = ['a', 'b', 'c', 'd'].map((id) =>
      lease({ leaseId: id, name: `Old ${id}`, endedOn: '2026-05-01', dateOfExpiration: '2026-05-02' }),
    )
    const app = await openPanel(ended)
    expect(within(app.panel).getByText('No lease is in use. Add one, or reopen one that has ended.')).toBeTruthy()
    const summary = within(app.panel).getByText('4 ended leases')
    expect((summary.closest('details') as HTMLDetailsElement).open).toBe(false)
    expect(app.panel.textContent).toContain('Ended 1 May 2026')
    expect(app.panel.textContent).not.toContain('Expired')
  })

  test('FARM-4 a farm without leases is told what to do', async () => {
    const app = await openPanel([], 'admin')
    expect(within(app.panel).getByText('No leases yet.')).toBeTruthy()
    expect(within(app.panel).getByText(/^Add the farm's first growing area/)).toBeTruthy()
    expect(within(app.panel).getByRole('button', { name: 'Add lease' })).toBeTruthy()
  })
})

describe('FARM-4 a lease is added', () => {
  test('with its lines, many at once; also those that were not added yet', async () => {
    const app = await openPanel([])
    const calls = onLease('post', '', () => lease({ name: 'Site N' }))
    await app.user.click(within(app.panel).getByRole('button', { name: 'Add lease' }))
    const form = await dialog('Add a lease')
    const name = await within(form).findByLabelText('Name')
    await focused(name)
    await app.user.type(name, 'Site N')
    const names = within(form).getByLabelText('Add lines')
    await app.user.type(names, 'L1 to L3')
    await app.user.type(within(form).getByLabelText('Spots each'), '40')
    expect(within(form).getByText('Adds 3 lines: L1, L2, L3.')).toBeTruthy()
    await app.user.click(within(form).getByRole('button', { name: 'Add' }))
    expect(within(form).getByText('3 lines added.')).toBeTruthy()
    await focused(names)
    await app.user.click(within(form).getByRole('button', { name: 'Remove line L2' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove line L3'))
    await app.user.type(names, 'Raft')
    on.farm(farm({ leases: [lease({ name: 'Site N' })] }))
    await app.user.click(within(form).getByRole('button', { name: 'Add lease' }))
    expect(await screen.findByText('Site N was added.')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Site N' })).toBeTruthy()
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{24}$/)
    expect(calls[0]?.body).toEqual({
      name: 'Site N',
      lines: [
        { name: 'L1', spots: 40 },
        { name: 'L3', spots: 40 },
        { name: 'Raft', spots: 40 },
      ],
    })
  })

  test('what is missing or wrong stands at its field, and nothing is sent', async () => {
    const app = await openPanel([])
    const calls = onLease('post', '', () => lease())
    await app.user.click(within(app.panel).getByRole('button', { name: 'Add lease' }))
    const form = await dialog('Add a lease')
    await app.user.type(await within(form).findByLabelText('Add lines'), 'L1, L2{Enter}')
    const second = within(form).getByLabelText('Name of line 2')
    await app.user.clear(second)
    await app.user.type(second, 'l1')
    await app.user.type(within(form).getByLabelText('Spots of line 1'), 'many')
    await app.user.click(within(form).getByRole('button', { name: 'Add lease' }))
    expect(within(form).getByText('Name is required')).toBeTruthy()
    expect(within(form).getByText('Two lines are named l1')).toBeTruthy()
    expect(within(form).getByText('A number from 0 to 1,000,000')).toBeTruthy()
    await focused(within(form).getByLabelText('Name'))
    expect(calls).toHaveLength(0)
  })

  test('a lost answer is tried again under the same key', async () => {
    const app = await openPanel([])
    const calls = onLease('post', '', () => (calls.length === 1 ? Response.error() : lease({ name: 'Only once' })))
    await app.user.click(within(app.panel).getByRole('button', { name: 'Add lease' }))
    const form = within(await dialog('Add a lease'))
    await app.user.type(await form.findByLabelText('Name'), 'Only once')
    await app.user.click(form.getByRole('button', { name: 'Add lease' }))
    expect((await form.findByRole('alert')).textContent).toContain('could not be reached')
    await app.user.click(form.getByRole('button', { name: 'Add lease' }))
    expect(await screen.findByText('Only once was added.')).toBeTruthy()
    expect(calls.map(({ key }) => key)).toEqual([calls[0]?.key, calls[0]?.key])
  })

  test("the server's refusals stand at their fields; AFARM-9 a name ends at 200", async () => {
    const app = await openPanel([lease()])
    const taken = 'The farm has a growing area named "Site A" already.'
    onLease('post', '', () => failure(400, `child "name" fails because [${taken}]`, { name: taken }))
    await app.user.click(within(app.panel).getByRole('button', { name: 'Add lease' }))
    const form = await dialog('Add a lease')
    const name = await within(form).findByLabelText('Name')
    await app.user.click(name)
    await app.user.paste('x'.repeat(201))
    expect((name as HTMLInputElement).value).toHaveLength(200)
    expect(within(form).getByText('Max length reached')).toBeTruthy()
    await app.user.clear(name)
    await app.user.type(name, 'Site A')
    await app.user.click(within(form).getByRole('button', { name: 'Add lease' }))
    expect(await within(form).findByText(taken)).toBeTruthy()
    await focused(name)
  })
})

describe('FARM-4 a lease is edited', () => {
  test('what changed alone is sent, with its version', async () => {
    const app = await openPanel([lease({ version: 4 })], 'admin')
    const calls = onLease('put', '/lease-a', () => lease({ version: 5, size: '5 ha' }))
    const edit = within(app.panel).getByRole('button', { name: 'Edit Site A' })
    await app.user.click(edit)
    const form = await dialog('Edit Site A')
    const size = await within(form).findByLabelText('Size')
    await app.user.clear(size)
    await app.user.type(size, '5 ha')
    on.farm(farm({ leases: [lease({ version: 5, size: '5 ha' })] }))
    await app.user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Site A was saved.')).toBeTruthy()
    expect(calls[0]?.body).toEqual({ size: '5 ha', version: 4 })
    expect(app.panel.textContent).toContain('Size5 ha')
  })

  test('a line with containers cannot go: said in words, and the form stays', async () => {
    const app = await openPanel([lease({ containers: 100 })])
    const refusal = '100 containers hang there, and these lines have room for 80. Move some first.'
    onLease('put', '/lease-a', () => failure(409, refusal))
    await app.user.click(within(app.panel).getByRole('button', { name: 'Edit Site A' }))
    const form = await dialog('Edit Site A')
    await app.user.click(await within(form).findByRole('button', { name: 'Remove line 3' }))
    await app.user.click(within(form).getByRole('button', { name: 'Save' }))
    expect((await within(form).findByRole('alert')).textContent).toBe(refusal)
    expect(within(form).getByLabelText('Name of line 2')).toBeTruthy()
  })

  test('somebody else was faster: nothing is lost, and a choice is asked for', async () => {
    const app = await openPanel([lease()])
    const calls = onLease('put', '/lease-a', () =>
      calls.length === 1
        ? failure(409, 'Somebody else changed this growing area meanwhile.')
        : lease({ version: 3, size: '5 ha' }),
    )
    await app.user.click(within(app.panel).getByRole('button', { name: 'Edit Site A' }))
    const form = await dialog('Edit Site A')
    const size = await within(form).findByLabelText('Size')
    await app.user.clear(size)
    await app.user.type(size, '5 ha')
    await app.user.type(within(form).getByLabelText('Add lines'), 'S1, S2{Enter}')
    on.farm(farm({ leases: [lease({ version: 2, size: '6 ha', location: 'Deep Bay' })] }))
    await app.user.click(within(form).getByRole('button', { name: 'Save' }))
    await focused(await within(form).findByRole('region', { name: /^Somebody else changed this growing area/ }))
    expect((size as HTMLInputElement).value).toBe('5 ha')
    expect(within(form).getByLabelText<HTMLInputElement>('Name of line 5').value).toBe('S2')
    expect((within(form).getByLabelText('Location') as HTMLInputElement).value).toBe('Deep Bay')
    await app.user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(within(form).getByText('Choose for every field first.')).toBeTruthy()
    expect(calls).toHaveLength(1)
    await app.user.click(within(form).getByRole('radio', { name: /^Take theirs 6 ha/ }))
    expect((size as HTMLInputElement).value).toBe('6 ha')
    await app.user.click(within(form).getByRole('radio', { name: /^Keep mine/ }))
    await app.user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Site A was saved.')).toBeTruthy()
    const lines = ['1', '2', '3', 'S1', 'S2'].map((name) => expect.objectContaining({ name }))
    expect(calls[1]?.body).toEqual({ size: '5 ha', lines, version: 2 })
  })

  test('nothing changed, nothing sent', async () => {
    const app = await openPanel([lease()])
    await app.user.click(within(app.panel).getByRole('button', { name: 'Edit Site A' }))
    const form = await dialog('Edit Site A')
    await app.user.click(await within(form).findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Site A' })).toBeNull())
  })

  test('what was typed is not thrown away unasked', async () => {
    const app = await openPanel([lease()])
    await app.user.click(within(app.panel).getByRole('button', { name: 'Edit Site A' }))
    const form = await dialog('Edit Site A')
    await app.user.type(await within(form).findByLabelText('Location'), ', north')
    await app.user.click(within(form).getByRole('button', { name: 'Close' }))
    const question = await dialog('Leave without saving?')
    await app.user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect((within(form).getByLabelText('Location') as HTMLInputElement).value).toBe('Baynes Sound, north')
    await app.user.click(within(form).getByRole('button', { name: 'Cancel' }))
    await app.user.click(
      within(await dialog('Leave without saving?')).getByRole('button', { name: 'Leave without saving' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('FARM-4 a lease ends, and opens again', () => {
  test('on a day, by the calendar of the farm', async () => {
    const app = await openPanel([lease({ version: 2 })])
    const day = todayAt(farm())
    const calls = onLease('post', '/lease-a/end', () => lease({ endedOn: '2026-05-01' }))
    await app.user.click(within(app.panel).getByRole('button', { name: 'End Site A' }))
    const form = await dialog('End Site A')
    const date = (await within(form).findByLabelText('Last day in use')) as HTMLInputElement
    expect(date.value).toBe(day)
    on.farm(farm({ leases: [lease({ endedOn: '2026-05-01', version: 3 })] }))
    await app.user.click(within(form).getByRole('button', { name: 'End lease' }))
    expect(await screen.findByText('Site A ended on 1 May 2026.')).toBeTruthy()
    expect(calls[0]?.body).toEqual({ date: day, version: 2 })
    expect(within(app.panel).getByText('1 ended lease')).toBeTruthy()

    onLease('post', '/lease-a/reopen', () => lease({ version: 4 }))
    on.farm(farm({ leases: [lease({ version: 4 })] }))
    await app.user.click(within(app.panel).getByRole('button', { name: 'Reopen Site A' }))
    expect(await screen.findByText('Site A is in use again.')).toBeTruthy()
    expect(within(app.panel).queryByText('1 ended lease')).toBeNull()
  })

  test('not while something is there: the counts are said before, and the refusal after', async () => {
    const app = await openPanel([lease({ animals: 1204, containers: 1 })])
    const refusal = '1,204 animals and 1 container are still there. Move or harvest them first.'
    onLease('post', '/lease-a/end', () => failure(409, refusal))
    await app.user.click(within(app.panel).getByRole('button', { name: 'End Site A' }))
    const form = await dialog('End Site A')
    expect(
      await within(form).findByText(
        'It still holds 1,204 animals and 1 container. A lease can only end when it is empty.',
      ),
    ).toBeTruthy()
    await app.user.click(within(form).getByRole('button', { name: 'End lease' }))
    expect((await within(form).findByRole('alert')).textContent).toBe(refusal)
  })
})

describe('FARM-4 a lease is deleted', () => {
  test('after a question', async () => {
    const app = await openPanel([lease()])
    const calls = onLease('delete', '/lease-a', () => ({ message: 'Growing area deleted.' }))
    await app.user.click(within(app.panel).getByRole('button', { name: 'Delete Site A' }))
    const form = await dialog('Are you sure?')
    expect(await within(form).findByText(/^Site A with its 3 lines will be gone for good\./)).toBeTruthy()
    on.farm(farm({ leases: [] }))
    await app.user.click(within(form).getByRole('button', { name: 'Delete lease' }))
    expect(await screen.findByText('Site A was deleted.')).toBeTruthy()
    expect(calls).toHaveLength(1)
    expect(within(app.panel).getByText('No leases yet.')).toBeTruthy()
  })

  test('not with a history: it can end instead', async () => {
    const app = await openPanel([lease()])
    const refusal = "Something was recorded there, so it belongs to the farm's history. End it instead."
    onLease('delete', '/lease-a', () => failure(409, refusal))
    await app.user.click(within(app.panel).getByRole('button', { name: 'Delete Site A' }))
    const form = await dialog('Are you sure?')
    await app.user.click(await within(form).findByRole('button', { name: 'Delete lease' }))
    expect((await within(form).findByRole('alert')).textContent).toBe(refusal)
    await app.user.click(within(form).getByRole('button', { name: 'End it instead' }))
    expect(await within(await dialog('End Site A')).findByLabelText('Last day in use')).toBeTruthy()
  })
})
