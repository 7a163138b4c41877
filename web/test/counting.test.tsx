import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { farm } from './data'
import { renderApp } from './render'
import { failure, lastBody, on, signedIn } from './server'

const INFO = '/manage/farm-1?tab=info'
const MISSING = "Animals that a count doesn't find are missing: no part of mortality."
const DEAD = "Animals that a count doesn't find are dead: a loss, part of mortality."
const LABEL = "Animals that a count doesn't find"

beforeEach(() => {
  signedIn('manager')
  on.farm(farm({}))
})

/** Opens the form of the panel Counts and chooses dead. */
async function chosen() {
  const app = renderApp(INFO)
  const panel = within(await screen.findByRole('region', { name: 'Counts' }))
  expect(await panel.findByText(MISSING)).toBeTruthy()
  await app.user.click(panel.getByRole('button', { name: 'Change' }))
  await app.user.selectOptions(await panel.findByLabelText(LABEL), 'Dead: a loss, part of mortality')
  return { app, panel }
}

test('REP-18 the farm says what animals are that a count does not find', async () => {
  const { app, panel } = await chosen()
  const calls = on.saveCounting({ missing: 'dead' })
  await app.user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText(DEAD)).toBeTruthy()
  expect(lastBody(calls)).toEqual({ missing: 'dead', seen: { missing: 'missing' } })
})

test('REP-18 what somebody else set meanwhile is what the next change is compared with', async () => {
  const { app, panel } = await chosen()
  const calls = on.saveCounting(() =>
    calls.length === 1 ? failure(409, 'Somebody else changed this setting meanwhile.') : { missing: 'dead' },
  )
  on.counting({ missing: 'dead' })
  await app.user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText(DEAD)).toBeTruthy()
})

test('REP-18 what the server refuses stands beside what was chosen', async () => {
  const { app, panel } = await chosen()
  on.saveCounting(failure(400, 'No.', { missing: 'Missing or dead.' }))
  await app.user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('Missing or dead.')).toBeTruthy()
  expect(panel.getByLabelText<HTMLSelectElement>(LABEL).value).toBe('dead')
})

test('REP-18 whose link to the farm does not go that far sees the setting alone', async () => {
  on.counting({ missing: 'dead' })
  on.farm(farm({ may: 'reports' }))
  renderApp(INFO)
  const panel = within(await screen.findByRole('region', { name: 'Counts' }))
  expect(await panel.findByText(DEAD)).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Change' })).toBeNull()
})

test('REP-18 whose link to the farm only records does not see the setting', async () => {
  const asked = on.counting({ missing: 'dead' })
  on.farm(farm({ may: 'record' }))
  renderApp(INFO)
  expect(await screen.findByRole('region', { name: 'Farm Information' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Counts' })).toBeNull()
  expect(asked).toHaveLength(0)
})
