import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { farm, notebook } from './data'
import { focused, renderApp } from './render'
import { failure, lastBody, on, server, signedIn } from './server'

const MORTALITY = '/manage/farm-1?tab=reports&report=intervalMortality'
const answer = (mark: number | null, month: number) =>
  notebook({ metric: '% Interval Mortality', unit: 'percent', season: { mark, month } })

beforeEach(() => {
  signedIn('manager')
  on.farm(farm({}))
})

/** Opens the form and types a mark. */
async function typed(mark: string) {
  on.inventory(answer(null, 1))
  const app = renderApp(MORTALITY)
  expect(await screen.findByText('No mark is set. The season begins in January.')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'Change' }))
  await app.user.type(await screen.findByLabelText('Mark, % a month'), mark)
  return app
}

test('mark and season are checked, and change what follows from them', async () => {
  const app = await typed('101')
  const calls = on.season({ mark: 2.5, month: 9 })
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('From 0.1 to 100.')).toBeTruthy()
  expect(calls).toHaveLength(0)
  const input = screen.getByLabelText('Mark, % a month')
  await app.user.clear(input)
  await app.user.type(input, '2,5')
  await app.user.selectOptions(screen.getByLabelText('Season begins in'), 'September')
  on.inventory(answer(2.5, 9))
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Mark: 2.5% a month. The season begins in September.')).toBeTruthy()
  expect(lastBody(calls)).toEqual({ mark: 2.5, month: 9, seen: { mark: null, month: 1 } })
})

test('what the server refuses stands beside what was typed', async () => {
  const app = await typed('5')
  on.season(failure(400, 'No.', { mark: 'A mark is from 0.1 to 100 percent a month.' }))
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A mark is from 0.1 to 100 percent a month.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Mark, % a month').value).toBe('5')
})

test('what was typed is asked after before the page is left, and is back with its report', async () => {
  const app = await typed('5')
  app.go('/manage')
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await app.user.click(question.getByRole('button', { name: 'Keep editing' }))
  on.inventory(notebook({ metric: 'Harvest' }))
  await app.user.click(screen.getByRole('tab', { name: 'Harvest' }))
  await waitFor(() => expect(screen.queryByLabelText('Mark, % a month')).toBeNull())
  on.inventory(answer(null, 1))
  await app.user.click(screen.getByRole('tab', { name: 'Mortality' }))
  expect(await screen.findByText(/^What you typed is back/)).toBeTruthy()
  cleanup()
  renderApp(MORTALITY)
  expect(await screen.findByText(/^What you typed is back/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Mark, % a month').value).toBe('5')
})

test('REP-19 what somebody else set meanwhile is told, and one chooses', async () => {
  const app = await typed('2,5')
  const calls = on.season(() =>
    calls.length === 1 ? failure(409, 'Somebody else changed this season meanwhile.') : { mark: 2.5, month: 9 },
  )
  server.use(http.get('http://localhost:3000/api/farms/farm-1/season', () => HttpResponse.json({ mark: 3, month: 9 })))
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  const news = await screen.findByRole('region', { name: 'Somebody else changed this season meanwhile.' })
  await focused(news)
  expect(screen.getByLabelText<HTMLSelectElement>('Season begins in').value).toBe('9')
  const mark = within(within(news).getByRole('group', { name: 'Mark, % a month' }))
  await app.user.click(mark.getByRole('radio', { name: 'Keep mine 2,5' }))
  on.inventory(answer(2.5, 9))
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Mark: 2.5% a month. The season begins in September.')).toBeTruthy()
  expect(lastBody(calls)).toEqual({ mark: 2.5, month: 9, seen: { mark: 3, month: 9 } })
})
