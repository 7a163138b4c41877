import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf, fileOf } from './client'
import type { Parcel, Shipment } from './schema'

export interface ShipmentsParams extends Paged {
  state: 'toSend' | 'held' | 'sent' | 'unpaid'
  search?: string
  kind?: '' | Shipment['kind']
}

/** The prefix of every query key about shipments, to ask for them again. */
export const SHIPMENTS = ['shipments'] as const

/** A page of the fulfilment queue across all farms (staff only). */
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

/** Marks an order as sent (staff only). Repeating it with the same carrier and number changes nothing. */
export function markSent(parcel: Parcel) {
  return dataOf(api.POST('/api/shipments/send', { body: { shipments: [parcel] } }))
}

/** The packing slips of orders as one PDF (staff only). */
export function packingSlips(ids: string[]) {
  return fileOf(api.GET('/api/shipments/packingSlips', { params: { query: { ids } }, parseAs: 'blob' }))
}
