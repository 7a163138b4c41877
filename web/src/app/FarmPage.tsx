import { Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FarmDetail, type FarmTab } from '@/features/farms'
import { FigureSkeleton, type ReportSearch } from '@/features/reports'
import { type FarmSection, RECORD_PATH } from '@/shared/lib/farmPaths'
import { lazy } from '@/shared/ui/lazy'
import { Loading } from '@/shared/ui/Skeleton'
import { useDesk } from '@/shared/ui/useDesk'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { FarmRecord, FarmReports, FarmTagging, FarmToday } from './farmParts'

const FarmPaid = lazy(() => import('./FarmPaid'))

export type FarmPageSearch = { tab: FarmTab; invoicePaid?: 'true' } & ReportSearch

interface Props {
  section: FarmSection
  farmId: string
  search: FarmPageSearch
  onChange: (part: Partial<FarmPageSearch>, entry?: HistoryEntry) => void
}

/** A farm, the code of whose tabs loads when they are opened. Its first page, for who may only record there, is Record. */
export function FarmPage({ section, farmId, search, onChange }: Props) {
  const desk = useDesk()
  return (
    <FarmDetail
      key={farmId}
      section={section}
      farmId={farmId}
      tab={search.tab}
      onTab={(tab) => onChange({ tab })}
      today={(farm) =>
        farm.may === 'record' ? (
          <Navigate to={RECORD_PATH[section]} params={{ farmId }} replace />
        ) : (
          <Suspense fallback={<Loading height={320} shape="card" />}>
            <FarmToday farm={farm} section={section} />
          </Suspense>
        )
      }
      info={(farm) => <FarmRecord farm={farm} section={section} />}
      reports={(farm) => (
        <Suspense fallback={<FigureSkeleton />}>
          <FarmReports farm={farm} search={search} onChange={onChange} names={!desk} />
        </Suspense>
      )}
      tagging={(farm) => <FarmTagging farm={farm} section={section} />}
      arrival={
        section === 'manage' &&
        search.invoicePaid && (
          <Suspense>
            <FarmPaid farmId={farmId} onDismiss={() => onChange({ invoicePaid: undefined }, { replace: true })} />
          </Suspense>
        )
      }
    />
  )
}
