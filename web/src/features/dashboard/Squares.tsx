import { dashboardQuery, useAnswers } from '@/api'
import { Failure } from '@/shared/ui/Failure'
import type { DashboardProps } from './model'
import { SquaresSkeleton } from './SquaresSkeleton'
import { Tiles } from './Tiles'

/** This person's squares for a farm, to look at; they are edited on the Snapshot report. */
export function Squares({ farm, toReport, onExplain }: Pick<DashboardProps, 'farm' | 'toReport' | 'onExplain'>) {
  const squares = useAnswers(dashboardQuery(farm._id, 'All'))
  return (
    <div>
      {squares.isError && <Failure query={squares} timeZone={farm.timeZone} />}
      {squares.isLoading && <SquaresSkeleton />}
      {squares.data && squares.data.length > 0 && (
        <Tiles squares={squares.data} stale={squares.stale} toReport={toReport} onExplain={onExplain} />
      )}
    </div>
  )
}
