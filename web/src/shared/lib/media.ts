/** Whether a media query holds, and whoever wants to hear when that changes; for `useSyncExternalStore` too. */
export interface Media {
  matches: () => boolean
  subscribe: (listener: () => void) => () => void
}

/**
 * A list that has been asked for `matches` between a change and its event never tells it (Chromium), and a page
 * that is drawn asks at any time; so what the last event told is kept, and the list is asked once.
 */
export function media(query: string): Media {
  const list = window.matchMedia(query)
  let { matches } = list
  const listeners = new Set<() => void>()
  list.addEventListener('change', (event) => {
    matches = event.matches
    for (const listener of listeners) listener()
  })
  return {
    matches: () => matches,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
