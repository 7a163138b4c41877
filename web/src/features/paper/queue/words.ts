import type { Shipment, ShipmentsParams } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { paperName } from '../shared/names'

export const STATES = [
  { value: 'toSend', label: 'To send' },
  { value: 'held', label: 'Held' },
  { value: 'sent', label: 'Sent' },
  { value: 'unpaid', label: 'Not paid yet' },
] as const satisfies { value: ShipmentsParams['state']; label: string }[]

const KIND_NAMES: Record<Shipment['kind'], string> = {
  setup: 'Setup',
  printers: 'Printers',
  refill: 'Refill',
  more: 'More paper',
}

export const kindName = (kind: Shipment['kind']) => KIND_NAMES[kind]

export const KINDS = [
  { value: '', label: 'Any' },
  ...Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label })),
] as { value: '' | Shipment['kind']; label: string }[]

/** What is in the parcel; of an order that waits for its invoice the paper, as how much is not settled yet. */
export const contentsOf = ({ lines, paperTypes }: Shipment) =>
  lines.length > 0
    ? lines.filter(({ roll, printer }) => roll || printer).map(({ description }) => description)
    : paperTypes.map((type) => `${paperName(type)} paper`)

/** Only orders that are paid for, or on account, and not on hold. */
export const canBeSent = ({ state, holds }: Shipment) => state === 'ready' && holds.length === 0

export function stateWords(order: Shipment): string {
  if (order.state === 'sent') {
    const how = [order.carrier, order.trackingNumber].filter(Boolean).join(' ')
    return `Sent ${formatInstant(order.sentAt ?? 0)} by ${order.sentBy} with ${how}`
  }
  if (order.state === 'cancelled') return `Cancelled. ${order.note}`.trim()
  if (order.holds.length > 0) return 'On hold'
  return { ready: 'To send', unpaid: 'Waiting for payment', waiting: 'Waiting for its invoice' }[order.state]
}
