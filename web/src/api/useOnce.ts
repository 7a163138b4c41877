import { useRef } from 'react'
import { newId } from '@/shared/lib/newId'

/** The header by which the server recognises a repeated call. */
export function onceHeader(key: string) {
  return { 'Idempotency-Key': key }
}

/**
 * For a call that creates something: sends the same thing under the same key
 * until it is answered, so that a second click, or a retry after a lost answer,
 * creates nothing more.
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
