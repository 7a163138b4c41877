import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FarmRecord, TaggingInvoice } from '@/api'
import { dayIn, formatDay } from '@/shared/lib/days'
import { type FarmSection, INVOICE_PATH, INVOICES_PATH } from '@/shared/lib/farmPaths'
import { dollarsOf } from '@/shared/lib/money'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FactTable } from '@/shared/ui/FactTable'
import { Standing } from '@/shared/ui/Standing'
import { PAPER_TYPES, type PaperType, paperName } from './names'
import classes from './Paper.module.css'

const COLUMNS = [{ label: 'Date' }, { label: 'Invoice' }, { label: 'Shipment' }, { label: '$ billed', figures: true }]
const PAGE = 5

interface Props {
  farm: FarmRecord
  section: FarmSection
}

/** What was ordered and sent, by paper type, newest first (SUB-6). */
export function Shipments({ farm, section }: Props) {
  const types = PAPER_TYPES.filter((type) => farm.taggingInvoices[type].length > 0)
  return (
    <Card title="Shipment history">
      {types.length === 0 && (
        <EmptyState drawing="water" title="Nothing has been sent yet.">
          <p>Each shipment is listed here with its invoice.</p>
        </EmptyState>
      )}
      {types.map((type) => (
        <History key={type} type={type} farm={farm} section={section} />
      ))}
      {farm.olderOrders > 0 && (
        <p className={classes.note}>
          {counted(farm.olderOrders, 'older order')} {farm.olderOrders === 1 ? 'is' : 'are'} not listed here; their
          invoices are{' '}
          <Link to={INVOICES_PATH[section]} params={{ farmId: farm._id }}>
            in the list of invoices
          </Link>
          .
        </p>
      )}
    </Card>
  )
}

function History({ type, farm, section }: Props & { type: PaperType }) {
  const [shown, setShown] = useState(PAGE)
  const all = farm.taggingInvoices[type]
  const older = all.length - shown
  return (
    <section className={classes.history} aria-labelledby={`history-${type}`}>
      <h3 id={`history-${type}`} className={classes.subtitle}>
        {paperName(type)}
      </h3>
      <FactTable
        columns={COLUMNS}
        rows={all.slice(0, shown).map((one) => ({
          key: one.order,
          cells: [
            formatDay(one.date),
            <Link key="invoice" to={INVOICE_PATH[section]} params={{ farmId: farm._id, invoice: one._id }}>
              {one.number}
            </Link>,
            <Shipment key="shipment" shipment={one} timeZone={farm.timeZone} />,
            <Billed key="billed" shipment={one} />,
          ],
        }))}
      />
      {older > 0 && (
        <Button variant="plain" onClick={() => setShown(shown + PAGE)}>
          Show {counted(Math.min(older, PAGE), 'older shipment')}
          <span className="visually-hidden"> of {paperName(type)}</span>
        </Button>
      )}
    </section>
  )
}

const STATES: Record<TaggingInvoice['state'], string> = {
  waiting: 'Ordered',
  unpaid: 'Waiting for payment',
  ready: 'Being packed',
  sent: 'Sent',
  cancelled: 'Cancelled: not sent',
}

function Shipment({ shipment, timeZone }: { shipment: TaggingInvoice; timeZone?: string }) {
  const { name, state, sentAt, carrier, trackingNumber } = shipment
  const day = sentAt === null ? '' : ` on ${formatDay(dayIn(timeZone, new Date(sentAt)))}`
  const how = [carrier, trackingNumber].filter(Boolean).join(' ')
  return (
    <>
      {name}
      <span className={classes.detail}>
        <Standing waits={state === 'unpaid'}>{STATES[state]}</Standing>
        {day}
        {how && `, ${how}`}
      </span>
    </>
  )
}

function Billed({ shipment }: { shipment: TaggingInvoice }) {
  return (
    <>
      {dollarsOf(shipment.amount)}
      {shipment.refunded && <span className={classes.refunded}>Refunded</span>}
    </>
  )
}
