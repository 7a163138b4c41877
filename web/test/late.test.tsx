import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { Contents } from '@/api'
import { farm, lease, user } from './data'
import { account, OPTIONS } from './people'
import { focused, renderApp } from './render'
import { failure, later, on, server, signedIn } from './server'

// An answer that comes late changes only what asked for it.

const api = 'http://localhost:3000/api'

/** Holds the answer to a call back until it is let go. */
function held(method: 'post' | 'put' | 'delete', path: string, answer: object) {
  const held = later<Response>()
  const asked = new Promise<void>((arrived) => {
    server.use(
      http[method](`${api}${path}`, () => {
        arrived()
        return held.reply()
      }),
    )
  })
  return { asked, release: () => held.give(HttpResponse.json(answer)) }
}

const NOTHING: Contents = {
  animals: 0,
  groups: 0,
  lots: 0,
  activities: 0,
  leases: 0,
  fillProfiles: 0,
  uploads: 0,
  exports: 0,
  schedules: 0,
  dashboards: 0,
  users: 0,
  tags: 0,
  recalls: 0,
  photo: false,
}

const region = async (name: string) => within(await screen.findByRole('region', { name }))

test("a second factor that was reset is that user's, although another is looked at by now", async () => {
  signedIn('root')
  on.groupOptions({ data: OPTIONS })
  on.sessions({ data: [] })
  on.user(account({ secondFactor: true }))
  const call = held('delete', '/users/user-bob/second-factor', { message: 'ok' })
  const app = renderApp('/admin/users/user-bob')
  await app.user.click((await region('Second factor')).getByRole('button', { name: 'Reset' }))
  await app.user.click(await screen.findByRole('button', { name: 'Reset the second factor' }))
  await call.asked
  on.user(account({ _id: 'user-ann', username: 'ann', secondFactor: true }))
  await app.go('/admin/users/user-ann')
  await screen.findByRole('heading', { name: 'Users / ann' })
  const factor = await region('Second factor')
  await app.user.click(factor.getByRole('button', { name: 'Reset' }))
  const question = await screen.findByRole('dialog', { name: 'Are you sure?' })
  call.release()
  await app.settled()
  expect(question.isConnected).toBe(true)
  expect(factor.getByText(/^ann signs in with a code/)).toBeTruthy()
  expect(screen.queryByText('Success. Changes have been saved.')).toBeNull()
})

test('a photo that was saved is not shown on the farm that is looked at by now', async () => {
  signedIn('admin')
  const call = held('post', '/farms/farm-1/photo', { photo: '/photos/new.jpg', version: 8 })
  const app = renderApp('/farms/farm-1?tab=info')
  const input = await screen.findByLabelText<HTMLInputElement>(/a photo|the photo$/, { selector: 'input' })
  await app.user.upload(input, new File(['picture'], 'bay.png', { type: 'image/png' }))
  await call.asked
  on.farm(farm({ _id: 'farm-2', name: 'Quiet Inlet', photo: '/photos/old.jpg' }))
  await app.go('/farms/farm-2?tab=info')
  const photo = await screen.findByRole('img', { name: 'The farm Quiet Inlet' })
  call.release()
  await app.settled()
  expect(photo.getAttribute('src')).toBe('/photos/old.jpg')
  expect(screen.queryByText('The photo has been saved.')).toBeNull()
})

test('a lease that is in use again takes nobody out of a form', async () => {
  signedIn('manager')
  on.farm(farm({ leases: [lease({ endedOn: '2026-05-01' })] }))
  const call = held('post', '/farms/farm-1/leases/lease-a/reopen', lease({ version: 4 }))
  const app = renderApp('/manage/farm-1?tab=info')
  const leases = await region('Leases')
  await app.user.click(leases.getByRole('button', { name: 'Reopen Site A' }))
  await call.asked
  await app.user.click(leases.getByRole('button', { name: 'Add lease' }))
  const name = await within(await screen.findByRole('dialog')).findByLabelText('Name')
  await app.user.type(name, 'North Ch')
  call.release()
  expect(await screen.findByText('Site A is in use again.')).toBeTruthy()
  await app.user.keyboard('annel')
  expect(name).toHaveProperty('value', 'North Channel')
  await focused(name)
})

test('a farm that is gone asks nobody about what was typed on its page', async () => {
  signedIn('admin')
  on.contents(NOTHING)
  on.deleteFarm({ message: 'The farm is deleted.', removed: NOTHING })
  const app = renderApp('/farms/farm-1?tab=info')
  await app.user.click(await screen.findByRole('button', { name: 'Edit Farm Information' }))
  await app.user.type(await screen.findByLabelText('Owner'), ' and daughters')
  await app.user.click((await region('Danger zone')).getByRole('button', { name: 'Delete' }))
  await app.user.type(await screen.findByLabelText(/^Type the farm's name/), 'Salish Sea Test Beds')
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete this farm' })
  await waitFor(() => expect(remove.disabled).toBe(false))
  await app.user.click(remove)
  expect(await screen.findByText(/^Salish Sea Test Beds is deleted/)).toBeTruthy()
  expect(app.address()).toBe('/farms')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('recovery codes outlive the end of the session, which a form does not hold up', async () => {
  signedIn('manager')
  on.my({ ...user('manager') })
  on.beginFactor({ secret: 'ABCD', url: 'otpauth://totp/Merroir:manager?secret=ABCD' })
  on.confirmFactor({ recoveryCodes: ['aaaa-1111'] })
  const app = renderApp('/account/settings')
  const factor = await region('Second factor')
  await app.user.click(factor.getByRole('button', { name: 'Set up' }))
  await factor.findByText('ABCD')
  await app.user.type(factor.getByLabelText('Code'), '123456')
  await app.user.click(factor.getByRole('button', { name: 'Switch on' }))
  await factor.findByText('aaaa-1111')
  on.editMe(() => failure(401, 'Your session has ended.'))
  const identity = await region('Identity')
  await app.user.type(identity.getByLabelText('First name'), 'x')
  await app.user.click(identity.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without the recovery codes?' }))
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull()
  await app.user.click(question.getByRole('button', { name: 'Stay here' }))
  expect(factor.getByText('aaaa-1111')).toBeTruthy()
  expect(app.address()).toBe('/account/settings')
})
