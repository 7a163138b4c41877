import { useRef } from 'react'
import { newId } from '@/shared/lib/newId'

/** The header under which the server knows a repeated call. */
export function onceHeader(key: string) {
  return { 'Idempotency-Key': key }
}

/**
 * For a call that makes something: sends the same thing under the same key
 * until it was answered, so that a second click, or a retry after a lost
 * answer, makes nothing more.
 */
export function useOnce<B, R>(send: (body: B, key: string) => Promise<R>): (body: B) => Promise<R> {
  const last = useRef<{ text: string; key: string } | null>(null)
  return async (body) => {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: newId() }
    const answer = await send(body, last.current.key)
    last.current = null
    return answer
  }
}
