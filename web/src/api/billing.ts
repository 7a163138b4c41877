import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf, fileOf } from './client'
import type { Invoice, InvoicePage } from './schema'
import { onceHeader } from './useOnce'

export interface InvoicesParams extends Paged {
  state?: '' | Invoice['state']
}

const at = (id: string, invoiceId: string) => ({ params: { path: { id, invoiceId } } })

/** A page of a farm's invoices, newest first. */
export function invoicesQuery(farmId: string, params: InvoicesParams) {
  return queryOptions({
    queryKey: ['farm', farmId, 'invoices', params],
    queryFn: ({ signal }): Promise<InvoicePage> =>
      dataOf(api.GET('/api/farms/{id}/invoices', { params: { path: { id: farmId }, query: params }, signal })),
  })
}

const LOOK_AGAIN_MS = 2_000

/** An invoice with its lines, asked for again and again while a refund is under way. */
export function invoiceQuery(farmId: string, invoiceId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'invoice', invoiceId],
    queryFn: ({ signal }): Promise<Invoice> =>
      dataOf(api.GET('/api/farms/{id}/invoices/{invoiceId}', { ...at(farmId, invoiceId), signal })),
    refetchInterval: ({ state }) => (state.data?.refunding ? LOOK_AGAIN_MS : false),
  })
}

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

const of = (id: string) => ({ params: { path: { id } } })

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
