import { IconDownload } from '@tabler/icons-react'
import { type Equipment, equipmentQuery, May, useAnswers } from '@/api'
import { csvName, saveCsv } from '@/shared/lib/csv'
import { exact, short } from '@/shared/lib/numbers'
import { AreaSelect } from '@/shared/ui/AreaSelect'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { Opens } from '@/shared/ui/Opens'
import { Skeleton } from '@/shared/ui/Skeleton'
import { ContainersTable } from './ContainersTable'
import classes from './Equipment.module.css'
import { cellsOf, type EquipmentProps, kindsOf, type OnExplain } from './model'

/** Containers in use and unused spots, today (REP-10). */
export default function EquipmentReport({ farm, search, onChange, onExport, onExplain }: EquipmentProps) {
  const activeLease = search.area || 'All'
  const equipment = useAnswers(equipmentQuery(farm._id, activeLease))
  return (
    <section aria-labelledby="equipment-title">
      <h2 id="equipment-title" className="visually-hidden">
        Equipment
      </h2>
      <div className={`${classes.bar} no-print`}>
        <AreaSelect leases={farm.leases} value={search.area} onChange={(area) => onChange({ area })} />
        <May do="export">
          <Button variant="quiet" onClick={() => onExport({ metric: 'Equipment', activeLease })}>
            Export
          </Button>
          <Button variant="quiet" onClick={() => onExport({ metric: 'Equipment', activeLease }, true)}>
            Schedule…
          </Button>
        </May>
      </div>
      {equipment.isError && <Failure query={equipment} timeZone={farm.timeZone} />}
      {equipment.isLoading && <EquipmentSkeleton />}
      {equipment.data && (
        <Found
          equipment={equipment.data}
          stale={equipment.stale}
          farmName={farm.name}
          onExplain={equipment.stale ? undefined : onExplain}
        />
      )}
    </section>
  )
}

interface FoundProps {
  equipment: Equipment
  /** It still answers the question before. */
  stale: boolean
  farmName: string
  onExplain?: OnExplain
}

function Found({ equipment, stale, farmName, onExplain }: FoundProps) {
  const kinds = kindsOf(equipment)
  return (
    <div className={classes.found} data-stale={stale}>
      <Totals equipment={equipment} onExplain={onExplain} />
      <Card>
        <div className={classes.head}>
          <h3 className={classes.title}>Containers in use by type</h3>
          {kinds.length > 0 && (
            <Button
              variant="quiet"
              icon={<IconDownload size={18} aria-hidden />}
              onClick={() => saveCsv(csvName(farmName, 'equipment'), cellsOf(kinds))}
            >
              CSV
            </Button>
          )}
        </div>
        {kinds.length > 0 ? (
          <ContainersTable kinds={kinds} onExplain={onExplain} />
        ) : (
          <EmptyState drawing="water" title="No container is in use.">
            <p>Containers are counted once a planting or a move says how many the animals are in.</p>
          </EmptyState>
        )}
        <p className={classes.note}>
          A container is in use while its lot has living animals. Unused spots are the spots of the lines less the
          containers that hang in their growing area; no entry makes them.
        </p>
      </Card>
    </div>
  )
}

/** The two numbers of the report, large. */
function Totals({ equipment: { total, unused }, onExplain }: Pick<FoundProps, 'equipment' | 'onExplain'>) {
  return (
    <dl className={classes.totals}>
      <div className={classes.total}>
        <dt>Containers in Use</dt>
        <dd>
          <Opens className="on-paper" onClick={onExplain && (() => onExplain())}>
            <Total value={total} />
          </Opens>
        </dd>
      </div>
      <div className={classes.total}>
        <dt>Unused spots</dt>
        <dd>
          <Total value={unused} />
        </dd>
      </div>
    </dl>
  )
}

function Total({ value }: { value: number }) {
  return (
    <>
      <span aria-hidden="true">{short(value)}</span>
      <span className="visually-hidden">{exact(value)}</span>
    </>
  )
}

function EquipmentSkeleton() {
  return (
    <div className={classes.found} role="status">
      <span className="visually-hidden">Loading the containers...</span>
      <div className={classes.totals}>
        <Skeleton height={112} shape="card" />
        <Skeleton height={112} shape="card" />
      </div>
      <Skeleton height={320} shape="card" />
    </div>
  )
}
