import type { Draft } from './draft'

const keyOf = (farmId: string) => `record/${farmId}`

/** What was typed in this tab and not recorded, kept over a reload and a new sign-in. */
export function keptDraft(farmId: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(farmId)) ?? 'null') as Draft | null
    return draft && Array.isArray(draft.targets) ? draft : null
  } catch {
    return null
  }
}

export function keepDraft(farmId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(farmId), JSON.stringify(draft))
  } catch {
    // A full or forbidden store: the page goes on, and keeps what is typed while it is open.
  }
}
