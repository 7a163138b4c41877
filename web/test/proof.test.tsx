import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  createUser,
  deleteGroup,
  deleteUser,
  editMe,
  editMyPassword,
  editUser,
  handOver,
  invite,
  inviteToPlatform,
  linkFarm,
  makeKey,
  removeFactor,
  removePerson,
  resetSecondFactor,
  setMay,
  setPermissions,
  setUserGroups,
  setUserPassword,
  unlinkFarm,
} from '@/api'
import { page } from './data'
import { accountRow } from './people'
import { renderApp } from './render'
import { failure, on, server, signedIn } from './server'

/** What gives somebody power or a way in, by method and path. */
const CALLS: [string, string, () => Promise<unknown>][] = [
  ['POST', '/api/users', () => createUser({ username: 'u', email: 'e@x.example', password: 'p' }, 'key')],
  ['PUT', '/api/users/user-bob', () => editUser('user-bob', { email: 'e@x.example', version: 1 })],
  ['DELETE', '/api/users/user-bob', () => deleteUser('user-bob')],
  ['PUT', '/api/users/user-bob/password', () => setUserPassword('user-bob', 'p', true)],
  ['PUT', '/api/users/user-bob/groups', () => setUserGroups('user-bob', {}, 1)],
  ['DELETE', '/api/users/user-bob/second-factor', () => resetSecondFactor('user-bob')],
  ['POST', '/api/users/user-bob/farm', () => linkFarm('user-bob', 'farm-1', 'Bob')],
  ['DELETE', '/api/users/user-bob/farm/farm-1', () => unlinkFarm('user-bob', 'farm-1')],
  ['PUT', '/api/admin-groups/group-1/permissions', () => setPermissions('group-1', {}, 1)],
  ['DELETE', '/api/admin-groups/group-1', () => deleteGroup('group-1')],
  ['POST', '/api/invitations', () => inviteToPlatform('e@x.example', 'key')],
  ['POST', '/api/farms/farm-1/people/invitations', () => invite('farm-1', { email: 'e@x', may: 'record' }, 'key')],
  ['PUT', '/api/farms/farm-1/people/user-bob', () => setMay('farm-1', 'user-bob', 'manage')],
  ['DELETE', '/api/farms/farm-1/people/user-bob', () => removePerson('farm-1', 'user-bob')],
  ['POST', '/api/farms/farm-1/people/user-bob/hand-over', () => handOver('farm-1', 'user-bob', 'leave')],
  ['POST', '/api/farms/farm-1/keys', () => makeKey('farm-1', 'Scale', ['reports'])],
  ['PUT', '/api/users/my', () => editMe({ email: 'e@x.example' })],
  ['PUT', '/api/users/my/password', () => editMyPassword('p', false)],
  ['DELETE', '/api/users/my/second-factor', () => removeFactor()],
]

describe('a call that needs a recent password', () => {
  test.each(CALLS)('%s %s asks in a dialog, and is made again as it was', async (method, path, call) => {
    signedIn('root')
    on.users(page([accountRow()]))
    const app = renderApp('/admin/users')
    await screen.findByText('bob')

    let proved = false
    const bodies: string[] = []
    const verb = method.toLowerCase() as 'post' | 'put' | 'delete'
    server.use(
      http[verb](`*${path}`, async ({ request }) => {
        bodies.push(await request.text())
        return proved
          ? HttpResponse.json({})
          : failure(403, 'Please give your password again.', undefined, 'proof-required')
      }),
    )
    on.proof(() => {
      proved = true
      return { message: 'Thank you.' }
    })

    const answer = call()
    const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await app.user.type(await question.findByLabelText('Your password'), 'a dozen oysters each')
    await app.user.click(question.getByRole('button', { name: 'Continue' }))
    expect(await answer).toEqual({})
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toBe(bodies[0])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  })

  test('is not made again by somebody who declines', async () => {
    signedIn('root')
    on.users(page([accountRow()]))
    const app = renderApp('/admin/users')
    await screen.findByText('bob')
    const calls = on.deleteUser(() => failure(403, 'Please give your password again.', undefined, 'proof-required'))
    const answer = deleteUser('user-bob').catch((error: Error) => error.message)
    const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await app.user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await answer).toBe('Please give your password again.')
    expect(calls).toHaveLength(1)
  })
})
