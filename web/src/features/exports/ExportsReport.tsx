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
export function ExportsReport({ farm, search, onChange, onExport }: ExportsProps) {
  const day = todayAt(farm)
  const harvestLog = harvestLogQuery(search, day)
  return (
    <section aria-labelledby="exports-title">
      <h2 id="exports-title" className="visually-hidden">
        Exports
      </h2>
      <div className={classes.bar}>
        <AreaSelect leases={farm.leases} value={search.area} onChange={(area) => onChange({ area })} />
      </div>
      <div className={classes.boxes}>
        <Card title="Snapshot">
          <div className={classes.box}>
            <p>Everything on the farm now.</p>
            <div className={classes.end}>
              <Button variant="plain" aria-label="Export Snapshot" onClick={() => onExport(snapshotQuery(search))}>
                Export
              </Button>
              <Button
                variant="quiet"
                aria-label="Schedule Snapshot"
                onClick={() => onExport(snapshotQuery(search), true)}
              >
                Schedule…
              </Button>
            </div>
          </div>
        </Card>
        <Card title="Harvest Log">
          <div className={classes.box}>
            <p>Everything harvested, with all that is known about it.</p>
            <RangeFields search={search} today={day} onChange={onChange} />
            <div className={classes.end}>
              <Button
                variant="plain"
                aria-label="Export Harvest Log"
                disabled={!harvestLog}
                onClick={() => harvestLog && onExport(harvestLog)}
              >
                Export
              </Button>
              <Button
                variant="quiet"
                aria-label="Schedule Harvest Log"
                onClick={() => onExport(harvestLog ?? { ...snapshotQuery(search), metric: 'HarvestLog' }, true)}
              >
                Schedule…
              </Button>
            </div>
          </div>
        </Card>
      </div>
      <Schedules farm={farm} />
      <PastExports farmId={farm._id} timeZone={farm.timeZone} />
    </section>
  )
}
