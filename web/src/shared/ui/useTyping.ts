import { useState } from 'react'

/** How the history takes a new address: as another entry, or in place of the last. */
export interface HistoryEntry {
  replace: boolean
}

function createTyping() {
  /** What the current spell of typing has put into the address; null between two. */
  let last: string | null = null
  return {
    /** For the next value, when the address has `now`. The spell goes on only if that is still what was typed, so not after Back. */
    entry: (now: string, next: string): HistoryEntry => {
      const replace = last === now
      last = next
      return { replace }
    },
    /** The field is left. */
    end: () => {
      last = null
    },
  }
}

/**
 * Typing counts as one step, whatever values it passes through: the first value
 * adds an entry to the history, and later ones replace it until the field is
 * left. So Back undoes a whole search or date, never a letter of it.
 */
export function useTyping() {
  const [typing] = useState(createTyping)
  return typing
}
