import { useSyncExternalStore } from 'react'

/** From this width on there is room for a rail at the side; the style sheets use the same breakpoint. */
const desk = window.matchMedia('(min-width: 960px)')

function subscribe(listener: () => void): () => void {
  desk.addEventListener('change', listener)
  return () => desk.removeEventListener('change', listener)
}

/** Whether the page is as wide as on a desktop; for differences that CSS alone cannot make. */
export function useDesk(): boolean {
  return useSyncExternalStore(subscribe, () => desk.matches)
}
