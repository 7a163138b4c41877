import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** The time now, updated as each second of the clock begins. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), SECOND_MS - (now.getTime() % SECOND_MS))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
