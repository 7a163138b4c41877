import type { Invoice } from '@/api'
import { dayIn, formatDay, formatInstant } from '@/shared/lib/days'
import { dollarsOf } from '@/shared/lib/money'

export const STATES = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Waiting for payment' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'void', label: 'Void' },
] as const

/** Where an invoice stands. */
export function stateOf({ state, refunding }: Pick<Invoice, 'state' | 'refunding'>): string {
  if (refunding) return 'Paid, refund under way'
  return STATES.find(({ value }) => value === state)?.label ?? state
}

export const dayOf = (instant: number, timeZone?: string) => formatDay(dayIn(timeZone, new Date(instant)))

/** What happened to an invoice, in order. */
export function historyOf(invoice: Invoice, timeZone?: string): { label: string; value: string }[] {
  const { payment, refund, createdAt, voidedAt, attempts, trouble, nextAttemptAt, note } = invoice
  const when = (instant: number) => formatInstant(instant, timeZone)
  const tries = attempts === 1 ? 'The card could not be charged' : `The card could not be charged ${attempts} times`
  const next = nextAttemptAt ? ` It will be tried again on ${dayOf(nextAttemptAt, timeZone)}.` : ''
  return [
    { label: 'Issued', value: when(createdAt) },
    ...(attempts > 0 ? [{ label: 'Failed', value: `${tries}: ${trouble}${next}` }] : []),
    ...(payment ? [{ label: 'Paid', value: moneyMoved(payment, when) }] : []),
    ...(voidedAt ? [{ label: 'Void', value: [when(voidedAt), note].filter(Boolean).join(': ') }] : []),
    ...(refund ? [{ label: 'Refunded', value: moneyMoved(refund, when) }] : []),
  ]
}

function moneyMoved({ cents, provider, reference, at }: NonNullable<Invoice['payment']>, when: (at: number) => string) {
  return `${dollarsOf(cents)} ${provider === 'stripe' ? 'by card' : 'by hand'}, ${when(at)}. Reference: ${reference}`
}
