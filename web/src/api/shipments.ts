import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf, fileOf } from './client'
import type { Parcel, Shipment } from './schema'

export interface ShipmentsParams extends Paged {
  state: 'toSend' | 'held' | 'sent' | 'unpaid'
  search?: string
  kind?: '' | Shipment['kind']
}

/** What everything about shipments begins with, to ask for it anew. */
export const SHIPMENTS = ['shipments'] as const

/** A page of the fulfilment queue over all farms (staff only). */
export function shipmentsQuery(params: ShipmentsParams) {
  return queryOptions({
    queryKey: [...SHIPMENTS, 'list', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/shipments', { params: { query: params }, signal })),
  })
}

export function shipmentQuery(id: string) {
  return queryOptions({
    queryKey: [...SHIPMENTS, id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/shipments/{id}', { params: { path: { id } }, signal })),
  })
}

/** Marks an order as sent (staff only). Said again with the same carrier and number, it changes nothing. */
export function markSent(parcel: Parcel) {
  return dataOf(api.POST('/api/shipments/send', { body: { shipments: [parcel] } }))
}

/** The packing slips of orders as one PDF (staff only). */
export function packingSlips(ids: string[]) {
  return fileOf(api.GET('/api/shipments/packingSlips', { params: { query: { ids } }, parseAs: 'blob' }))
}
