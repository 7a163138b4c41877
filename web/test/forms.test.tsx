import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '@/shared/ui/Button'
import { held } from './book'
import { farm, user } from './data'
import { account, group, listed, OPTIONS } from './people'
import { renderApp } from './render'
import { failure, lastBody, later, on, signedIn } from './server'

const KEPT = /^What you typed is back/
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

async function editFarm() {
  signedIn('admin')
  const app = renderApp('/farms/farm-1?tab=info')
  await app.user.click(await screen.findByRole('button', { name: 'Edit Farm Information' }))
  await screen.findByRole('form', { name: 'Edit Farm Information' })
  await app.user.clear(screen.getByLabelText('City'))
  await app.user.type(screen.getByLabelText('City'), 'Sooke')
  return app
}

const save = (app: Awaited<ReturnType<typeof editFarm>>) => app.user.click(screen.getByRole('button', { name: 'Save' }))

describe('what was typed survives', () => {
  test('a page that is loaded anew, with the panel open as it was', async () => {
    await editFarm()
    cleanup()
    renderApp('/farms/farm-1?tab=info')
    expect(await screen.findByText(KEPT)).toBeTruthy()
    expect(value('City')).toBe('Sooke')
  })

  test('and is forgotten once it is saved, taken back, or left', async () => {
    const app = await editFarm()
    const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft/'))
    expect(kept()).toHaveLength(1)
    await app.user.clear(screen.getByLabelText('City'))
    await app.user.type(screen.getByLabelText('City'), 'Courtenay')
    expect(kept()).toEqual([])
    await app.user.type(screen.getByLabelText('City'), '!')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(kept()).toEqual([])
  })

  test('Start over brings the record back', async () => {
    await editFarm()
    cleanup()
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.click(await screen.findByRole('button', { name: 'Start over' }))
    expect(value('City')).toBe('Courtenay')
    expect(screen.queryByText(KEPT)).toBeNull()
  })

  test('a choice between two editors that was not made yet is still asked for', async () => {
    const app = await editFarm()
    on.editFarm(() => failure(409, 'Somebody else changed this farm meanwhile.'))
    on.farm(farm({ version: 8, city: 'Tofino' }))
    await save(app)
    await screen.findByRole('group', { name: 'City' })
    cleanup()
    const again = renderApp('/farms/farm-1?tab=info')
    const city = within(await screen.findByRole('group', { name: 'City' }))
    const calls = on.editFarm(farm({ version: 9 }))
    await save(again)
    expect(screen.getByText('Choose for every field first.')).toBeTruthy()
    expect(calls).toEqual([])
    await again.user.click(city.getByRole('radio', { name: /Keep mine/ }))
    await save(again)
    await screen.findByText('Success. Changes have been saved.')
    expect(lastBody(calls)).toEqual({ city: 'Sooke', version: 8 })
  })

  test('permissions of a group, and features of a farm, too', async () => {
    signedIn('root')
    on.my({ ...user('root'), permissions: ['admin-users', 'companies'] })
    on.users(listed([]))
    on.group(group())
    const app = renderApp('/admin/admin-groups/group-1')
    await app.user.type(await screen.findByLabelText('New permission'), 'night.shift{Enter}')
    cleanup()
    renderApp('/admin/admin-groups/group-1')
    expect(await screen.findByText(KEPT)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('night.shift').checked).toBe(true)
    cleanup()
    const features = renderApp('/farms/farm-1?tab=features')
    await features.user.click(await screen.findByLabelText('Logs'))
    const ticked = screen.getByLabelText<HTMLInputElement>('Logs').checked
    cleanup()
    renderApp('/farms/farm-1?tab=features')
    expect(await screen.findByText(KEPT)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Logs').checked).toBe(ticked)
  })
})

describe('while it is sent', () => {
  test('nothing can be changed, and Cancel takes no press', async () => {
    const app = await editFarm()
    const { reply, give } = later<ReturnType<typeof farm>>()
    on.editFarm(reply)
    await save(app)
    expect(screen.getByLabelText('City').closest('fieldset')?.disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
    give(failure(500, 'Something went wrong.'))
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.')
    expect(value('City')).toBe('Sooke')
  })

  test('who leaves then, and is refused after all, finds it again', async () => {
    const app = await editFarm()
    const { reply, give } = later<ReturnType<typeof farm>>()
    const calls = on.editFarm(reply)
    await save(app)
    const gone = app.go('/farms')
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await gone
    await screen.findByRole('heading', { level: 1, name: 'Farms' })
    give(failure(500, 'Something went wrong.'))
    await waitFor(() => expect(calls).toHaveLength(1))
    await app.go('/farms/farm-1?tab=info')
    expect(await screen.findByText(KEPT)).toBeTruthy()
    expect(value('City')).toBe('Sooke')
  })

  test('an answer that comes late moves nobody, and what it says is taken over', async () => {
    signedIn('root')
    on.user(account())
    on.users(listed([]))
    on.groupOptions({ data: OPTIONS })
    on.permissionsEndpoint({ permissionsEndpoint: '' })
    on.sessions({ data: [] })
    const app = renderApp('/admin/users')
    await app.user.click(await screen.findByRole('button', { name: 'Create new' }))
    await app.user.type(await screen.findByLabelText('Email'), 'ann@farm.example')
    const { reply, give } = later<ReturnType<typeof account>>()
    const calls = on.createUser(reply)
    await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create new' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    await app.user.click(screen.getByRole('button', { name: 'Close' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    const lists = on.users(listed([]))
    give(account({ _id: 'user-new' }))
    await waitFor(() => expect(lists.length).toBeGreaterThan(0))
    expect(app.address()).toBe('/admin/users')
  })
})

test('what is refused of a field without an input is said all the same', async () => {
  const app = await editFarm()
  on.editFarm(() =>
    failure(400, 'All that a farm says must fit in 30 KB.', { all: 'All that a farm says must fit in 30 KB.' }),
  )
  const seen: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.textContent)
  })
  await save(app)
  expect((await screen.findByRole('alert')).textContent).toContain('All that a farm says must fit in 30 KB.')
  await waitFor(() => expect(seen).toEqual([expect.stringContaining('All that a farm says must fit in 30 KB.')]))
  on.editFarm(() => failure(400, 'A city is a line of text.', { city: 'A city is a line of text.' }))
  await save(app)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('City')))
  expect(screen.getAllByText('A city is a line of text.')).toHaveLength(1)
})

test('a day that is not today says so, kept or not', async () => {
  signedIn('manager')
  on.places({ data: [held()] })
  on.journal({ data: [] })
  const open = () => renderApp('/manage/farm-1/record?activity=harvest')
  const app = open()
  await app.user.click(await screen.findByRole('radio', { name: /Site A/ }))
  expect((screen.getByRole('radio', { name: 'Today' }) as HTMLInputElement).checked).toBe(true)
  expect(screen.queryByText("This is not today's date.")).toBeNull()
  await app.user.type(screen.getByLabelText('Animals harvested'), '12')
  // As it was kept the day before.
  const [key = ''] = Object.keys(sessionStorage).filter((one) => one.startsWith('draft/'))
  const kept = JSON.parse(sessionStorage.getItem(key) ?? '')
  sessionStorage.setItem(key, JSON.stringify({ ...kept, values: { ...kept.values, date: '2026-11-18' } }))
  cleanup()
  open()
  expect(await screen.findByText("This is not today's date.")).toBeTruthy()
  expect(value('Date')).toBe('2026-11-18')
})

test('a double click of what sends sends once, even where the first is done by then', async () => {
  const pointer = userEvent.setup()
  let sent = 0
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent++
      }}
    >
      <Button type="submit">Save</Button>
    </form>,
  )
  await pointer.dblClick(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toBe(1)
})
