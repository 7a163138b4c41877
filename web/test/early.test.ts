import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { farm } from './data'
import { on, server } from './server'

afterEach(() => vi.useRealTimers())

/** The app as it is before it has begun, whatever was tested before. */
async function unbegun() {
  vi.resetModules()
  const api = await import('@/api')
  const { createQueryClient } = await import('@/app/queryClient')
  return {
    ...api,
    ...(await import('@/api/early')),
    ask: () => createQueryClient().fetchQuery(api.farmQuery('farm-1')),
  }
}

test('what was asked before the app had loaded is not asked again, but only once', async () => {
  const { ask, askEarly, keepSession } = await unbegun()
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
  const { ask, askEarly, deleteLease, endEarly, keepSession } = await unbegun()
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
