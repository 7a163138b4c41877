import type { ReactNode } from 'react'
import type { ExportQuery } from '@/api'
import { todayAt } from '@/shared/lib/days'
import { AreaSelect } from '@/shared/ui/AreaSelect'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { lazy } from '@/shared/ui/lazy'
import classes from './Exports.module.css'
import { type ExportsProps, harvestLogQuery, snapshotQuery } from './model'
import { PastExports } from './PastExports'
import { RangeFields } from './RangeFields'

const Schedules = lazy(() => import('./schedules/Schedules'))

/** What can be exported as a file, and what was exported before (EXP-1). */
export default function ExportsReport({ farm, search, onChange, onExport }: ExportsProps) {
  const day = todayAt(farm)
  const harvestLog = harvestLogQuery(search, day)
  const snapshot = snapshotQuery(search)
  return (
    <section aria-labelledby="exports-title">
      <h2 id="exports-title" className="visually-hidden">
        Exports
      </h2>
      <div className={classes.bar}>
        <AreaSelect leases={farm.leases} value={search.area} onChange={(area) => onChange({ area })} />
      </div>
      <div className={classes.boxes}>
        <Box title="Snapshot" query={snapshot} regular={snapshot} onExport={onExport}>
          <p>Everything on the farm now.</p>
        </Box>
        <Box
          title="Harvest Log"
          query={harvestLog}
          regular={harvestLog ?? { ...snapshot, metric: 'HarvestLog' }}
          onExport={onExport}
        >
          <p>Everything harvested, with all that is known about it.</p>
          <RangeFields search={search} today={day} onChange={onChange} />
        </Box>
      </div>
      <PastExports farmId={farm._id} timeZone={farm.timeZone} />
      <Schedules farm={farm} />
    </section>
  )
}

interface BoxProps extends Pick<ExportsProps, 'onExport'> {
  title: string
  /** What is exported now; null while it is not said from when to when. */
  query: ExportQuery | null
  /** What is exported again and again. */
  regular: ExportQuery
  children: ReactNode
}

/** Something to export, now or regularly. */
function Box({ title, query, regular, onExport, children }: BoxProps) {
  const buttons = (
    <span className={classes.buttons}>
      <Button variant="plain" aria-label={`Export ${title}`} disabled={!query} onClick={() => query && onExport(query)}>
        Export
      </Button>
      <Button variant="quiet" aria-label={`Schedule ${title}`} onClick={() => onExport(regular, true)}>
        Schedule…
      </Button>
    </span>
  )
  return (
    <Card title={title} action={buttons}>
      <div className={classes.box}>{children}</div>
    </Card>
  )
}
