import type { FarmRecord, NextShipment } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { dollarsOf } from '@/shared/lib/money'
import { exact } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FactTable } from '@/shared/ui/FactTable'
import { paperName } from './names'
import classes from './Paper.module.css'

const COLUMNS = [
  { label: 'Paper type' },
  { label: 'Reminder at count', figures: true },
  { label: 'Shipment at count', figures: true },
  { label: 'Shipment' },
  { label: 'Cost', figures: true },
]

/** What will be sent next, when, and at what cost (SUB-8). */
export function NextShipments({ farm, section }: { farm: FarmRecord; section: FarmSection }) {
  const next = farm.nextShipments
  return (
    <Card title="Next shipment">
      {next.length === 0 ? (
        <EmptyState drawing="water" title="No refill is set up.">
          <p>
            {farm.hasCustomPaper
              ? 'Custom paper is made to order: our team is told when half of the newest rolls is left.'
              : 'Paper is sent automatically once rolls are chosen for a refill.'}
          </p>
        </EmptyState>
      ) : (
        <>
          <FactTable
            columns={COLUMNS}
            rows={next.map(({ paperType, reminderAt, shipmentAt, shipment, cost, state }) => ({
              key: paperType,
              cells: [
                paperName(paperType),
                exact(reminderAt),
                exact(shipmentAt),
                <Shipment key="shipment" words={shipment} state={state} section={section} />,
                dollarsOf(cost),
              ],
            }))}
          />
          <p className={classes.note}>
            The counts are tags left in stock. Costs are in US dollars, at today's prices, before tax.
          </p>
        </>
      )}
    </Card>
  )
}

/** For paper that is no longer refilled automatically; with Auto Replenishment off, the overview says so for all. */
const STOPPED: Record<FarmSection, string> = {
  manage: 'No refill is ordered automatically. Please tell us if you need paper.',
  farms: 'No refill is ordered automatically. Send more paper, or stop Auto Replenishment and start it again.',
}

function Shipment({ words, state, section }: { words: string; state: NextShipment['state']; section: FarmSection }) {
  return (
    <>
      {words}
      {state === 'ordered' && <span className={classes.detail}>Ordered</span>}
      {state === 'stopped' && <span className={classes.detail}>{STOPPED[section]}</span>}
    </>
  )
}
