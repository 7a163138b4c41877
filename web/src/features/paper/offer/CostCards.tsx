import type { TaggingOffer } from '@/api'
import { dollarsOf } from '@/shared/lib/money'
import { counted, exact } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { FactTable } from '@/shared/ui/FactTable'
import classes from './Offer.module.css'

const PRINTERS = [
  { label: 'Printer' },
  { label: 'Prints on' },
  { label: 'With paper', figures: true },
  { label: 'Printer only', figures: true },
]
const PAPERS = [
  { label: 'Paper' },
  { label: 'For printers' },
  { label: 'Pack' },
  { label: 'Cost', figures: true },
  { label: 'Shipping', figures: true },
]
const FAMILY = { mobile: 'Mobile', industrial: 'Industrial' } as const

/** What the farm would pay at once, by the server's prices for it. */
export function CostCard({ offer: { setupFee, refillSoftwareFee, taxRate } }: { offer: TaggingOffer }) {
  return (
    <Card title="What it costs">
      <p className={classes.lead}>
        You pay once for the setup and your printers, and for paper as it is sent. Nothing is charged by the month.
      </p>
      <Facts
        facts={[
          { label: 'Setup', value: setupFee === 0 ? 'Free' : `${dollarsOf(setupFee)}, once` },
          ...(refillSoftwareFee > 0
            ? [{ label: 'Software fee', value: `${dollarsOf(refillSoftwareFee)} with each refill` }]
            : []),
          { label: 'Tax', value: taxRate > 0 ? `${taxRate / 100}% beside all prices` : 'None' },
        ]}
      />
      <p className={classes.note}>Today’s prices for this farm, in US dollars, before tax.</p>
    </Card>
  )
}

/** What can be bought. */
export function PriceCards({ offer: { printers, papers } }: { offer: TaggingOffer }) {
  return (
    <>
      <Card title="Printers">
        <FactTable
          columns={PRINTERS}
          rows={printers.map(({ name, type, cost, printerOnlyCost }) => ({
            key: name,
            cells: [name, `${FAMILY[type]} paper`, dollarsOf(cost), dollarsOf(printerOnlyCost)],
          }))}
        />
        <p className={classes.note}>With paper, the first rolls are in the price.</p>
      </Card>
      <Card title="Paper">
        <FactTable
          columns={PAPERS}
          rows={papers.map(({ name, printers: family, rollsPerPack, tagsPerPack, cost, shipping }) => ({
            key: name,
            cells: [
              name.charAt(0).toUpperCase() + name.slice(1),
              FAMILY[family],
              `${counted(rollsPerPack, 'roll')}, ${exact(tagsPerPack)} tags`,
              dollarsOf(cost),
              shipping > 0 ? dollarsOf(shipping) : 'With the rest',
            ],
          }))}
        />
        <p className={classes.note}>Shipping is charged once for each kind of paper in a parcel.</p>
      </Card>
    </>
  )
}
