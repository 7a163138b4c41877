import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { errorMessage, type Inventory, inventoryQuery } from '@/api'
import { today } from '@/shared/lib/days'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { Controls } from './Controls'
import { FigureSkeleton } from './FigureSkeleton'
import { isEmpty } from './figure'
import { InventoryFigure } from './InventoryFigure'
import { type ReportProps, rangeProblem, requestOf } from './model'
import { NothingHere } from './NothingHere'

/** Inventory over time: living animals at the end of each bucket (REP-5, REP-18). */
export function InventoryReport({ farm, search, onChange }: ReportProps) {
  const day = today(farm.timeZone)
  const request = requestOf(search, 'Inventory', day)
  const report = useQuery({ ...inventoryQuery(farm._id, request), placeholderData: keepPreviousData })
  const show = (answer: Inventory) =>
    isEmpty(answer.data) ? (
      <NothingHere search={search} onChange={onChange} />
    ) : (
      <InventoryFigure
        answer={answer}
        search={search}
        onChange={onChange}
        farmName={farm.name}
        stale={report.isPlaceholderData}
      />
    )

  return (
    <>
      <Controls farm={farm} search={search} onChange={onChange} today={day} />
      {report.isError && (
        <Failure message={errorMessage(report.error)} onRetry={() => report.refetch()} retrying={report.isFetching} />
      )}
      {report.data && show(report.data)}
      {report.isLoading && <FigureSkeleton />}
      {!request && !report.data && (
        <EmptyState drawing="water" title="Which days?">
          {rangeProblem(search.from, search.to, day)}
        </EmptyState>
      )}
    </>
  )
}
