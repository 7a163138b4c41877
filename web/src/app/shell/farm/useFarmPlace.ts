import { useMatchRoute, useRouterState, useSearch } from '@tanstack/react-router'
import type { Farm } from '@/api'
import { type FarmTab, shownTab } from '@/features/farms'
import { reportOf } from '@/features/reports'
import { DETAIL_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import type { FarmPageSearch } from '../../FarmPage'

const BESIDE = /\/\$farmId_\/([^/]+)/

/** Where on a farm one is: the tab of its page, and the report there; on a page beside it, the name that its route begins with. */
export function useFarmPlace(section: FarmSection, farm: Farm | undefined) {
  const onPage = Boolean(useMatchRoute()({ to: DETAIL_PATH[section] }))
  const beside = useRouterState({ select: ({ matches }) => BESIDE.exec(matches.at(-1)?.routeId ?? '')?.[1] })
  const search: Partial<FarmPageSearch> = useSearch({ strict: false })
  const tab: FarmTab | undefined = onPage && farm ? shownTab(section, farm, search.tab) : undefined
  return { onPage, beside, tab, report: tab === 'reports' ? reportOf(search.report ?? '').key : undefined }
}
