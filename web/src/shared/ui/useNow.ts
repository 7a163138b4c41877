import { useSyncExternalStore } from 'react'

const SECOND_MS = 1000

const watching = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

const second = () => Math.floor(Date.now() / SECOND_MS)

function wait() {
  timer = setTimeout(tick, SECOND_MS - (Date.now() % SECOND_MS))
}

function tick() {
  for (const tell of watching) tell()
  wait()
}

function watch(tell: () => void) {
  if (watching.size === 0) wait()
  watching.add(tell)
  return () => {
    watching.delete(tell)
    if (watching.size === 0) clearTimeout(timer)
  }
}

/** The time now, updated as each second of the clock begins; all that show it change together. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(watch, second) * SECOND_MS)
}
