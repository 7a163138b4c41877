import { lazy, type ReactNode, Suspense } from 'react'
import type { Farm } from '@/api'
import { type FarmArea, FarmDetail, type FarmTab } from '@/features/farms'
import { type ReportSearch, ReportsSkeleton } from '@/features/reports'

const ReportsTab = lazy(() => import('@/features/reports/ReportsTab'))

export type FarmPageSearch = { tab: FarmTab } & ReportSearch

interface Props {
  area: FarmArea
  farmId: string
  search: FarmPageSearch
  onChange: (part: Partial<FarmPageSearch>) => void
}

/** A farm with its reports: the place where the two features meet. */
export function FarmPage({ area, farmId, search, onChange }: Props) {
  const reports = (farm: Farm): ReactNode => (
    <Suspense fallback={<ReportsSkeleton />}>
      <ReportsTab farm={farm} search={search} onChange={onChange} />
    </Suspense>
  )
  return (
    <FarmDetail
      key={farmId}
      area={area}
      farmId={farmId}
      tab={search.tab}
      onTab={(tab) => onChange({ tab })}
      reports={reports}
    />
  )
}
