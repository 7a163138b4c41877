import { useSyncExternalStore } from 'react'
import { media } from '@/shared/lib/media'

export type Scheme = 'light' | 'dark'

/** index.html reads the same key before the first paint and sets the same attribute. */
const KEY = 'colour-scheme'
const ATTRIBUTE = 'data-scheme'

const listeners = new Set<() => void>()
const systemDark = media('(prefers-color-scheme: dark)')

function chosen(): Scheme | null {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : null
}

/** The choice of this person, else what the system prefers. */
function current(): Scheme {
  return chosen() ?? (systemDark.matches() ? 'dark' : 'light')
}

function apply(): void {
  document.documentElement.setAttribute(ATTRIBUTE, current())
  for (const listener of listeners) listener()
}

systemDark.subscribe(apply)
window.addEventListener('storage', apply)

export function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(KEY, scheme)
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useScheme(): Scheme {
  return useSyncExternalStore(subscribe, current)
}
