import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * A local draft of a value that lives elsewhere (the URL): typing shows at once,
 * the value follows after a pause. A value that comes back as it was sent leaves
 * later typing alone; any other change from outside (Back) replaces the draft.
 */
export function useDraft(value: string, commit: (value: string) => void): [string, (draft: string) => void] {
  const [state, setState] = useState({ draft: value, seen: value, sent: value })
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  if (state.seen !== value) {
    const ours = value === state.sent
    setState({ draft: ours ? state.draft : value, seen: value, sent: value })
  }
  const { draft, sent } = state
  useEffect(() => {
    if (draft === sent) return
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, sent: draft }))
      latest.current(draft)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, sent])
  return [draft, (next) => setState((before) => ({ ...before, draft: next }))]
}
