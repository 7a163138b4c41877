import { type Invoice, recordPayment, recordRefund } from '@/api'
import { dollarsOf } from '@/shared/lib/money'

export type Move = 'payment' | 'refund'

interface Words {
  action: string
  title: (invoice: Invoice) => string
  /** What it does, said before it is done. */
  about: (invoice: Invoice) => string
  label: string
  missing: string
  done: string
  send: typeof recordPayment
}

export const MOVES: Record<Move, Words> = {
  payment: {
    action: 'Record a payment',
    title: ({ number }) => `Record the payment of ${number}?`,
    about: ({ total }) =>
      `${dollarsOf(total)} count as paid, and what waits for the payment goes on. A card is not charged for it any more.`,
    label: 'Reference of the transfer or cheque',
    missing: 'Please enter a reference',
    done: 'The payment is recorded.',
    send: recordPayment,
  },
  refund: {
    action: 'Refund',
    title: ({ number }) => `Refund ${number}?`,
    about: ({ total, payment }) =>
      `${dollarsOf(total)} are given back${payment?.provider === 'stripe' ? ' to the card' : ': by you, and noted here'}. What was not sent yet is cancelled; what was sent stays with the farm.`,
    label: 'Reference and reason',
    missing: 'Please enter a reference',
    done: 'The refund is recorded.',
    send: recordRefund,
  },
}
