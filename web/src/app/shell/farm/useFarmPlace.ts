import { useMatchRoute, useSearch } from '@tanstack/react-router'
import type { Farm } from '@/api'
import { type FarmTab, shownTab } from '@/features/farms'
import { reportOf } from '@/features/reports'
import { DETAIL_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import type { FarmPageSearch } from '../../FarmPage'

/** Where on a farm one is: the tab of its page, and the report there; neither on its other pages. */
export function useFarmPlace(section: FarmSection, farm: Farm | undefined) {
  const onPage = Boolean(useMatchRoute()({ to: DETAIL_PATH[section] }))
  const search: Partial<FarmPageSearch> = useSearch({ strict: false })
  const tab: FarmTab | undefined = onPage && farm ? shownTab(section, farm, search.tab) : undefined
  return { onPage, tab, report: tab === 'reports' ? reportOf(search.report ?? '').key : undefined }
}
