import { Navigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
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
  const paid = usePaid(section, farmId, search, onChange)
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
        paid.returned && (
          <Suspense>
            <FarmPaid farmId={farmId} onShown={paid.onShown} onDismiss={paid.onDismiss} />
          </Suspense>
        )
      }
    />
  )
}

/** The return from a payment (SUB-10): the address asks for the notice once, and the notice stays until it is dismissed. */
function usePaid(section: FarmSection, farmId: string, search: FarmPageSearch, onChange: Props['onChange']) {
  const [shown, setShown] = useState('')
  const arrived = section === 'manage' && search.invoicePaid !== undefined
  return {
    returned: arrived || shown === farmId,
    onShown: () => {
      if (!arrived) return
      setShown(farmId)
      onChange({ invoicePaid: undefined }, { replace: true })
    },
    onDismiss: () => setShown(''),
  }
}
