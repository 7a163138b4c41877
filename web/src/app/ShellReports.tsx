import { useQuery } from '@tanstack/react-query'
import { farmQuery, isMissing } from '@/api'
import { FigureSkeleton, type OnReportChange, type ReportSearch } from '@/features/reports'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import FarmReports from './FarmReports'
import { NoReports } from './screens/NoReports'

interface Props {
  farmId: string
  search: ReportSearch
  onChange: OnReportChange
}

/** Just the reports, for a mobile shell that has a header of its own (REP-17). */
export function ShellReports({ farmId, search, onChange }: Props) {
  const farm = useQuery(farmQuery(farmId))
  const title = farm.isError ? 'Farms / Error' : `Reports / ${farm.data?.name ?? 'loading...'}`
  usePageTitle(title)
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      {farm.isError && (isMissing(farm.error) ? <NoReports /> : <Failure query={farm} />)}
      {farm.isLoading && <FigureSkeleton />}
      {farm.data?.leases.length === 0 && (
        <EmptyState drawing="water" title="No leases yet.">
          <p>The reports begin with the first growing area.</p>
        </EmptyState>
      )}
      {farm.data && farm.data.leases.length > 0 && (
        <FarmReports key={farmId} farm={farm.data} search={search} onChange={onChange} names />
      )}
    </>
  )
}
