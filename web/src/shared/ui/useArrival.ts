import { type HistoryState, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

/**
 * What the page that led here has left to say. Once this page is up, it is taken
 * out of the history, so that neither Back nor a reload says it again; it stays
 * on screen until it is dismissed.
 */
export function useArrival<K extends 'notice' | 'loggedOut' | 'groupsSaved' | 'offered'>(key: K) {
  const arrived: HistoryState[K] = useLocation().state[key]
  const [said, setSaid] = useState(arrived)
  const navigate = useNavigate()
  const forget = useCallback(
    () => navigate({ to: '.', search: true, hash: true, state: {}, replace: true, resetScroll: false }),
    [navigate],
  )
  useEffect(() => {
    if (said !== undefined) forget()
  }, [said, forget])
  const dismiss = () => {
    setSaid(undefined)
    forget()
  }
  return [said ?? arrived, dismiss] as const
}
