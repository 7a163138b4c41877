import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf } from './client'
import type { Invoice, InvoicePage } from './schema'

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
