import type { FarmRecord } from '@/api'
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

/** What is sent next, when, and for how much (SUB-8). */
export function NextShipments({ farm }: { farm: FarmRecord }) {
  const next = farm.nextShipments
  return (
    <Card title="Next shipment">
      {next.length === 0 ? (
        <EmptyState drawing="water" title="No refill is set up.">
          <p>Paper is sent automatically once rolls are chosen for a refill.</p>
        </EmptyState>
      ) : (
        <>
          <FactTable
            columns={COLUMNS}
            rows={next.map(({ paperType, reminderAt, shipmentAt, shipment, cost }) => ({
              key: paperType,
              cells: [paperName(paperType), exact(reminderAt), exact(shipmentAt), shipment, dollarsOf(cost)],
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
