import type { HistoryEntry } from '@/shared/ui/useTyping'

interface Route<S> {
  types: { fullSearchSchema: S }
  useSearch: () => unknown
  useNavigate: () => unknown
}

type Navigate<S> = (to: Partial<HistoryEntry> & { search: (before: S) => S; resetScroll: boolean }) => void

/** What the address says of its page, and how the page changes part of it. */
export function useChange<S extends object>(route: Route<S>, { resetScroll = true } = {}) {
  const search = route.useSearch() as S
  const navigate = route.useNavigate() as Navigate<S>
  const change = (part: Partial<S>, entry?: HistoryEntry) =>
    navigate({ search: (before) => ({ ...before, ...part }), resetScroll, ...entry })
  return [search, change] as const
}
