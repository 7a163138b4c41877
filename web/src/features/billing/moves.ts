import { type Invoice, recordPayment, recordRefund } from '@/api'
import { dollarsOf } from '@/shared/lib/money'

export type Move = 'payment' | 'refund'

interface Words {
  action: string
  title: (invoice: Invoice) => string
  /** What it will do, said beforehand. */
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
      `${dollarsOf(total)} will count as paid, and whatever was waiting for the payment goes ahead. No card will be charged for it.`,
    label: 'Reference of the transfer or cheque',
    missing: 'Please enter a reference',
    done: 'The payment has been recorded.',
    send: recordPayment,
  },
  refund: {
    action: 'Refund',
    title: ({ number }) => `Refund ${number}?`,
    about: ({ total, payment }) =>
      `${dollarsOf(total)} will be refunded${payment?.provider === 'stripe' ? ' to the card' : ': you return the money, and it is recorded here'}. Whatever has not been sent is cancelled; what was sent stays with the farm.`,
    label: 'Reference and reason',
    missing: 'Please enter a reference',
    done: 'The refund has been recorded.',
    send: recordRefund,
  },
}
