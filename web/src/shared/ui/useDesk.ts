import { useSyncExternalStore } from 'react'

/** From this width on there is room for a rail at the side; the style sheets have the same measure. */
const desk = window.matchMedia('(min-width: 960px)')

function subscribe(listener: () => void): () => void {
  desk.addEventListener('change', listener)
  return () => desk.removeEventListener('change', listener)
}

/** Whether the page is as wide as on a desk, where what differs is more than its look. */
export function useDesk(): boolean {
  return useSyncExternalStore(subscribe, () => desk.matches)
}
