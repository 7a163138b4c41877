import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, limits, markSent, SHIPMENTS, type Shipment } from '@/api'
import { EditForm, FormSheet, useEditForm } from '@/forms'
import { counted } from '@/shared/lib/numbers'
import { LimitedField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import classes from './Queue.module.css'
import { contentsOf, kindName } from './words'

interface Props {
  /** The orders to mark; none while the sheet is closed. */
  orders: Shipment[]
  onClose: () => void
  onDone: (words: string) => void
}

/** Marks orders as sent, with the carrier and each order's tracking number. */
export function SendSheet({ orders, onClose, onDone }: Props) {
  return (
    <FormSheet title="Mark as sent" open={orders.length > 0} onClose={onClose} wide>
      <Rounds key={orders.map(({ _id }) => _id).join()} orders={orders} onClose={onClose} onDone={onDone} />
    </FormSheet>
  )
}

interface Form {
  carrier: string
  /** By order. */
  numbers: Record<string, string>
}

interface Round {
  orders: Shipment[]
  typed: Form
  /** What went wrong last time, by order. */
  failed: Record<string, string>
  sent: number
}

/** Orders that could not be marked stay in the form with the reason; marked ones are not submitted again. */
function Rounds({ orders, onClose, onDone }: Props) {
  const numbers = Object.fromEntries(orders.map(({ _id }) => [_id, '']))
  const [round, setRound] = useState<Round>({ orders, typed: { carrier: '', numbers }, failed: {}, sent: 0 })
  const answered = (typed: Form, failed: Record<string, string>) => {
    const left = round.orders.filter(({ _id }) => failed[_id])
    const sent = round.sent + round.orders.length - left.length
    if (left.length === 0) return onDone(`${counted(sent, 'order is', 'orders are')} marked as sent.`)
    setRound({ orders: left, typed, failed, sent })
  }
  return (
    <SendForm
      key={`${round.sent} ${Object.values(round.failed).join()}`}
      round={round}
      onClose={onClose}
      onAnswered={answered}
    />
  )
}

interface FormProps {
  round: Round
  onClose: () => void
  onAnswered: (typed: Form, failed: Record<string, string>) => void
}

function SendForm({ round, onClose, onAnswered }: FormProps) {
  const client = useQueryClient()
  const form = useEditForm({
    name: null,
    record: { values: round.typed, version: 0 },
    problems: ({ carrier }) => (carrier.trim() ? {} : { carrier: 'Please enter the carrier.' }),
    send: (_, __, { values }) => sendEach(round.orders, values),
    onAnswer: () => {
      client.invalidateQueries({ queryKey: SHIPMENTS })
      client.invalidateQueries({ queryKey: ['farm'] })
    },
    onSaved: (failed, typed) => onAnswered(typed, failed ?? {}),
    onCancel: onClose,
  })
  const failures = Object.keys(round.failed).length
  return (
    <EditForm form={form} name="Mark as sent" save="Mark as sent" cancel sheet>
      {failures > 0 && (
        <Notice kind="error">
          {round.sent > 0 && `${counted(round.sent, 'order is', 'orders are')} marked as sent. `}
          {counted(failures, 'order is', 'orders are')} not: see the reason below.
        </Notice>
      )}
      <LimitedField {...form.field('carrier')} label="Carrier" maxLength={limits.Parcel.carrier} />
      {round.orders.map((order) => (
        <div key={order._id} className={classes.parcel}>
          <LimitedField
            {...form.field(`numbers.${order._id}`)}
            label={`Tracking number, ${order.farmName}`}
            maxLength={limits.Parcel.trackingNumber}
            error={round.failed[order._id]}
          />
          <p className={classes.detail}>
            {kindName(order.kind)}: {contentsOf(order).join(', ')}
          </p>
        </div>
      ))}
    </EditForm>
  )
}

/** One by one, so that a problem with one order does not hold up the others. */
async function sendEach(orders: Shipment[], { carrier, numbers }: Form): Promise<Record<string, string>> {
  const failed: Record<string, string> = {}
  for (const { _id, farm } of orders) {
    try {
      await markSent({ _id, farm, carrier, trackingNumber: numbers[_id] ?? '' })
    } catch (error) {
      failed[_id] = errorMessage(error)
    }
  }
  return failed
}
