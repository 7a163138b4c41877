import { expect, test, vi } from 'vitest'
import { newId } from './newId'

test('ids are 24 hex digits, and new each time', () => {
  const ids = Array.from({ length: 50 }, newId)
  expect(new Set(ids).size).toBe(50)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
})

test('a later id sorts after the ones before', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28) })
  const before = newId()
  vi.advanceTimersByTime(1)
  expect(newId() > before).toBe(true)
  vi.useRealTimers()
})
