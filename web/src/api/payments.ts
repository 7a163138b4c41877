import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, fileOf } from './client'
import type { Invoice } from './schema'
import { onceHeader } from './useOnce'

const at = (id: string, invoiceId: string) => ({ params: { path: { id, invoiceId } } })
const of = (id: string) => ({ params: { path: { id } } })

/** The invoice as a document to keep. */
export function invoicePdf(farmId: string, invoiceId: string): Promise<Blob> {
  return fileOf(api.GET('/api/farms/{id}/invoices/{invoiceId}/pdf', { ...at(farmId, invoiceId), parseAs: 'blob' }))
}

/** Returns where the farm can pay the invoice, or where to go next if it is paid. In the demo, asking is paying. */
export function payInvoice(farmId: string, invoiceId: string) {
  return dataOf(api.POST('/api/farms/{id}/invoices/{invoiceId}/pay', at(farmId, invoiceId)))
}

/** Records that an invoice was paid outside the provider (only those who set prices). */
export function recordPayment(farmId: string, invoiceId: string, reference: string, key: string): Promise<Invoice> {
  const call = { ...at(farmId, invoiceId), body: { reference }, headers: onceHeader(key) }
  return dataOf(api.POST('/api/farms/{id}/invoices/{invoiceId}/payment', call))
}

/** Refunds the payment of an invoice (only those who set prices). */
export function recordRefund(farmId: string, invoiceId: string, reference: string, key: string): Promise<Invoice> {
  const call = { ...at(farmId, invoiceId), body: { reference }, headers: onceHeader(key) }
  return dataOf(api.POST('/api/farms/{id}/invoices/{invoiceId}/refund', call))
}

export function standingQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'billing'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/billing', { ...of(farmId), signal })),
  })
}

/** Returns where the farm can save another card. */
export function cardPage(farmId: string) {
  return dataOf(api.POST('/api/farms/{id}/billing/card', of(farmId)))
}

/** Removes the farm's card, and returns how the farm stands then. */
export function removeCard(farmId: string) {
  return dataOf(api.DELETE('/api/farms/{id}/billing/card', of(farmId)))
}
