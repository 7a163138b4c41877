import { useCallback, useEffect, useRef, useState } from 'react'
import { type HistoryEntry, useTyping } from './useTyping'

const PAUSE_MS = 250

/**
 * A local draft of a value that lives elsewhere (the URL): typing shows at once,
 * the value follows after a pause or when the field is left. A value that comes
 * back as it was sent leaves later typing alone; any other change from outside
 * (Back) replaces the draft.
 */
export function useDraft(value: string, commit: (value: string, entry: HistoryEntry) => void) {
  const [state, setState] = useState({ draft: value, seen: value, sent: value })
  const typing = useTyping()
  const latest = useRef({ value, commit })
  useEffect(() => {
    latest.current = { value, commit }
  })
  if (state.seen !== value) {
    const ours = value === state.sent
    setState({ draft: ours ? state.draft : value, seen: value, sent: value })
  }
  const { draft, sent } = state
  const send = useCallback(() => {
    const { value, commit } = latest.current
    setState((before) => ({ ...before, sent: draft }))
    commit(draft, typing.entry(value, draft))
  }, [draft, typing])
  useEffect(() => {
    if (draft === sent) return
    const timer = setTimeout(send, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, sent, send])
  return {
    draft,
    setDraft: (next: string) => setState((before) => ({ ...before, draft: next })),
    onBlur: () => {
      if (draft !== sent) send()
      typing.end()
    },
  }
}
