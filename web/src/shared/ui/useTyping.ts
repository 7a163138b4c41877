import { useState } from 'react'

/** How the history takes a new address: as another entry, or in the place of the last. */
export interface HistoryEntry {
  replace: boolean
}

function createTyping() {
  /** What the typing that is under way has put into the address; null between two. */
  let last: string | null = null
  return {
    /** For the next value, where the address has `now`. Typing goes on only where it still has what was typed, and not after Back. */
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
 * Typing is one thing done, whatever values it passes through: its first value
 * makes an entry of the history, and the others take that one's place, until the
 * field is left. So Back undoes a search or a date, and never a letter of it.
 */
export function useTyping() {
  const [typing] = useState(createTyping)
  return typing
}
