import { useRouter } from '@tanstack/react-router'
import type { HistoryEntry } from '@/shared/ui/useTyping'

interface Route<S> {
  fullPath: string
  types: { fullSearchSchema: S }
  useSearch: () => unknown
  useParams: () => object
  useNavigate: () => unknown
}

type Navigate<S> = (
  to: Partial<HistoryEntry> & { params: object; search: (before: S) => S; resetScroll: boolean },
) => void

/**
 * What the address says of its page, and how the page changes part of it. Who
 * changes a page while another is on its way stays, as with a link: the last
 * choice holds.
 */
export function useChange<S extends object>(route: Route<S>, { resetScroll = true } = {}) {
  const router = useRouter()
  const search = route.useSearch() as S
  const params = route.useParams()
  const navigate = route.useNavigate() as Navigate<S>
  const change = (part: Partial<S>, entry?: HistoryEntry) => {
    const leaving = router.latestLocation.pathname !== router.buildLocation({ to: route.fullPath, params }).pathname
    navigate({ params, search: (before) => ({ ...(leaving ? search : before), ...part }), resetScroll, ...entry })
  }
  return [search, change] as const
}
