import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { dashboardQuery, May, type Square, useAnswers } from '@/api'
import { useKeptName } from '@/forms'
import { AreaSelect } from '@/shared/ui/AreaSelect'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { lazy } from '@/shared/ui/lazy'
import classes from './Dashboard.module.css'
import { type DashboardProps, isBare, KEPT_SQUARES } from './model'
import { SquaresSkeleton } from './SquaresSkeleton'
import { Tiles } from './Tiles'

const Editor = lazy(() => import('./Editor'))

type Mode = 'look' | 'edit' | 'add'

/** The Snapshot report: this person's squares for this farm (DASH-1). */
export function Dashboard({ farm, search, onChange, toReport, onExplain }: DashboardProps) {
  // Leaving the report ends edit mode with it (REP-15).
  const kept = useKeptName(KEPT_SQUARES) !== null
  const [mode, setMode] = useState<Mode>(kept ? 'edit' : 'look')
  const squares = useAnswers(dashboardQuery(farm._id, search.area || 'All'))
  const looking = mode === 'look'
  const areas = <AreaSelect leases={farm.leases} value={search.area} onChange={(area) => onChange({ area })} />
  return (
    <section aria-labelledby="dashboard-title">
      <h2 id="dashboard-title" className="visually-hidden">
        Snapshot
      </h2>
      {(looking || !squares.data) && (
        <div className={`${classes.bar} no-print`}>
          {areas}
          <span className={classes.ways}>
            <May do="export">
              <Link
                to="."
                search={(before: object) => ({ ...before, report: 'exports' })}
                className={buttonClass({ variant: 'quiet' })}
              >
                Past exports
              </Link>
            </May>
            <May do="own">
              <Button variant="quiet" disabled={!squares.data} onClick={() => setMode('edit')}>
                Edit
              </Button>
            </May>
          </span>
        </div>
      )}
      {squares.isError && <Failure query={squares} timeZone={farm.timeZone} />}
      {squares.isLoading && <SquaresSkeleton />}
      {squares.data && looking && (
        <Look
          squares={squares.data}
          whole={search.area === ''}
          stale={squares.stale}
          toReport={toReport}
          onExplain={onExplain}
          onAdd={() => setMode('add')}
        />
      )}
      {squares.data && !looking && (
        <Suspense fallback={<SquaresSkeleton />}>
          <Editor
            farmId={farm._id}
            lease={search.area || 'All'}
            squares={squares.data}
            adding={mode === 'add'}
            lead={areas}
            onDone={() => setMode('look')}
          />
        </Suspense>
      )}
    </section>
  )
}

interface LookProps extends Pick<DashboardProps, 'toReport' | 'onExplain'> {
  squares: readonly Square[]
  /** True when all growing areas are meant. */
  whole: boolean
  stale: boolean
  onAdd: () => void
}

function Look({ squares, whole, stale, toReport, onExplain, onAdd }: LookProps) {
  if (squares.length === 0) {
    return (
      <Card>
        <EmptyState drawing="shell" title="Your dashboard is empty.">
          <p>Up to six squares can show at a glance what matters to you on this farm.</p>
          <May do="own">
            <Button variant="plain" onClick={onAdd}>
              Add report +
            </Button>
          </May>
        </EmptyState>
      </Card>
    )
  }
  if (whole && isBare(squares)) {
    return (
      <Card>
        <EmptyState drawing="water" title="No animals on the farm.">
          <p>As soon as animals live here, the squares show how many there are and how they are doing.</p>
        </EmptyState>
      </Card>
    )
  }
  return <Tiles squares={squares} stale={stale} toReport={toReport} onExplain={onExplain} />
}
