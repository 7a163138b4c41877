import { renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { useOnce } from './useOnce'

function once(send: (body: object, key: string) => Promise<string>) {
  return renderHook(() => useOnce(send)).result.current
}

describe('the key of a call', () => {
  test('stays while the same thing was not answered', async () => {
    const send = vi.fn<(body: object, key: string) => Promise<string>>()
    send.mockRejectedValueOnce(new Error('no network')).mockResolvedValue('made')
    const post = once(send)
    await expect(post({ name: 'North' })).rejects.toThrow('no network')
    await Promise.all([post({ name: 'North' }), post({ name: 'North' })])
    expect(new Set(send.mock.calls.map(([, key]) => key)).size).toBe(1)
  })

  test('is another for another thing, and for the same after an answer', async () => {
    const send = vi.fn(async (_: object, key: string) => key)
    const post = once(send)
    const keys = [await post({ name: 'North' }), await post({ name: 'South' }), await post({ name: 'South' })]
    expect(new Set(keys).size).toBe(3)
  })
})
