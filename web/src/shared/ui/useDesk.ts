import { useSyncExternalStore } from 'react'
import { media } from '@/shared/lib/media'

/** From this width on there is room for a rail at the side; the style sheets use the same breakpoint. */
const desk = media('(min-width: 960px)')

/** Whether the page is as wide as on a desktop; for differences that CSS alone cannot make. */
export function useDesk(): boolean {
  return useSyncExternalStore(desk.subscribe, desk.matches)
}
