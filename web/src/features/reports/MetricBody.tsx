import { reportQuery, useAnswers } from '@/api'
import { todayAt } from '@/shared/lib/days'
import { rangeProblem } from '@/shared/lib/ranges'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { FigureSkeleton } from './FigureSkeleton'
import { nothingOf } from './figure'
import { MetricFigure } from './MetricFigure'
import type { Metric } from './metrics'
import type { OnExport, ReportProps } from './model'
import { NothingHere } from './NothingHere'
import { askedWords } from './printed'
import { canShare, graphOf, requestOf } from './request'

interface Props extends ReportProps {
  metric: Metric
  onExport?: OnExport
  /** There is room for one line of words. */
  brief?: boolean
}

/** The answer to a question, whatever its state: the figure, nothing, a failure, or still loading. */
export function MetricBody({ metric, farm, search, onChange, onExport, brief }: Props) {
  const day = todayAt(farm)
  const request = requestOf(search, metric, day)
  const query = useAnswers(reportQuery(farm._id, request))
  const show = ({ report, dateRange }: NonNullable<typeof query.data>) => {
    const nothing = nothingOf(report)
    const ofToday = dateRange === 'Snapshot'
    if (nothing) return <NothingHere what={nothing} today={ofToday} search={search} onChange={onChange} />
    return (
      <MetricFigure
        answer={report}
        today={ofToday}
        view={search.view}
        graph={canShare(search, metric) ? graphOf(search, metric) : null}
        onChange={onChange}
        onExport={onExport && request ? (regularly) => onExport(request, regularly) : undefined}
        farm={farm}
        request={query.stale ? null : request}
        asked={askedWords(report, ofToday, farm, search)}
        brief={brief}
        stale={query.stale}
        busy={query.stale && query.isFetching}
      />
    )
  }
  return (
    <>
      {query.isError && <Failure query={query} timeZone={farm.timeZone} />}
      {query.data && show(query.data)}
      {query.isLoading && <FigureSkeleton />}
      {!request && !query.data && (
        <Card>
          <EmptyState drawing="water" title="Which days?">
            {rangeProblem(search.from, search.to, day)}
          </EmptyState>
        </Card>
      )}
    </>
  )
}
