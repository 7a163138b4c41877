import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { deleteLease, dropSession, farmQuery, keepSession } from '@/api'
import { askEarly, endEarly } from '@/api/early'
import { createQueryClient } from '@/app/queryClient'
import { farm } from './data'
import { on, server } from './server'

afterEach(() => {
  vi.useRealTimers()
  dropSession()
})

const ask = () => createQueryClient().fetchQuery(farmQuery('farm-1'))

test('what was asked before the app had loaded is not asked again, but only once', async () => {
  keepSession('token')
  const asked = on.farm(farm())
  askEarly('/api/farms/farm-1')
  await ask()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers.get('Authorization')).toBe('Bearer token')
  await ask()
  expect(asked).toHaveLength(2)
})

test('nobody gets an answer that another session asked for, or that is out of date', async () => {
  keepSession('one')
  const asked = on.farm(farm())
  askEarly('/api/farms/farm-1')
  keepSession('another')
  await ask()
  expect(asked).toHaveLength(2)
  askEarly('/api/farms/farm-1')
  server.use(http.delete('*/api/farms/farm-1/leases/lease-1', () => new HttpResponse(null, { status: 204 })))
  await deleteLease('farm-1', 'lease-1')
  await ask()
  expect(asked, 'something was written since').toHaveLength(4)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  askEarly('/api/farms/farm-1')
  endEarly()
  vi.advanceTimersByTime(15_000)
  vi.useRealTimers()
  await ask()
  expect(asked).toHaveLength(6)
  expect(askEarly('/api/farms/farm-1'), 'the app has begun').toBeUndefined()
  expect(asked).toHaveLength(6)
})
