import { useSyncExternalStore } from 'react'

let printing = false

addEventListener('beforeprint', () => {
  printing = true
})
addEventListener('afterprint', () => {
  printing = false
})

function onChange(listener: () => void) {
  addEventListener('beforeprint', listener)
  addEventListener('afterprint', listener)
  return () => {
    removeEventListener('beforeprint', listener)
    removeEventListener('afterprint', listener)
  }
}

/** True while the page is being put on paper, for what paper needs and the screen does not. */
export function usePrinting(): boolean {
  return useSyncExternalStore(onChange, () => printing)
}
