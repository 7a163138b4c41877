import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Where a key leads from the current tab; undefined for a key that leads nowhere. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = STEPS[key]
  return step && (at + step + count) % count
}

/**
 * Moves the focus among the tabs of a tablist. The tabs are links: Enter follows
 * one, and so does the space bar, as on any tab.
 */
export function onTabKey(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === ' ') tabs[at]?.click()
  const next = placeAfter(event.key, at, tabs.length)
  if (next !== undefined) tabs[next]?.focus()
  if (event.key === ' ' || next !== undefined) event.preventDefault()
}
