import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is in sight, or will be with the next turn of the wheel. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(true)
  useEffect(() => {
    if (!ref.current || typeof IntersectionObserver === 'undefined') return
    const watching = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? true), {
      rootMargin: '100px',
    })
    watching.observe(ref.current)
    return () => watching.disconnect()
  }, [ref])
  return near
}
