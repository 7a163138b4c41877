import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { FarmRecord } from '@/api'
import { renderApp } from './render'
import { failure, later, on, server, signedIn } from './server'

test('KEY-1 for a farm that is not there no key is offered', async () => {
  signedIn('admin')
  const answer = later<FarmRecord>()
  on.farm(answer.reply)
  server.use(http.get('*/api/farms/:id/keys', () => failure(404, 'No such farm.')))
  renderApp('/farms/farm-9/keys')
  expect(await screen.findByText('No such farm.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make a key' }).disabled).toBe(true)
  answer.give(failure(404, 'No such farm.'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make a key' })).toBeNull())
  expect(await screen.findByText('No such farm.')).toBeTruthy()
})
