import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Adjustment, MorePaper, Quote, Subscription } from './schema'
import { onceHeader } from './useOnce'

/** The server's table of the kinds of roll. */
export { ROLL_KINDS } from '../../openapi/rolls'

const of = (farmId: string) => ({ params: { path: { farmId } } })
const at = (id: string) => ({ params: { path: { id } } })

/** What enabling or changing the subscription would cost (staff only): the server sets every price. */
export function quoteQuery(farmId: string, quote: Quote) {
  return queryOptions({
    queryKey: ['farm', farmId, 'quote', quote],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/api/enableTagging/{farmId}/invoiceAmount', { ...of(farmId), body: quote, signal })),
    staleTime: 0,
  })
}

/** What sending more paper would cost (staff only). */
export function morePaperQuery(farmId: string, more: MorePaper) {
  return queryOptions({
    queryKey: ['farm', farmId, 'quote', 'more', more],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/api/enableTagging/{farmId}/sendPaperAmount', { ...of(farmId), body: more, signal })),
    staleTime: 0,
  })
}

/** Starts or changes the subscription of a farm (staff only), and returns the farm. If another version is stored, that is a 409. */
export function subscribe(id: string, subscription: Subscription, key: string) {
  return dataOf(api.POST('/api/enableTagging/{id}', { ...at(id), body: subscription, headers: onceHeader(key) }))
}

/** Cancels a pending subscription, or ends an active one (staff only). */
export function endSubscription(id: string) {
  return dataOf(api.DELETE('/api/enableTagging/{id}', at(id)))
}

/** Sends a farm paper beyond its refills (staff only). */
export function sendPaper(farmId: string, more: MorePaper, key: string) {
  return dataOf(
    api.POST('/api/enableTagging/{farmId}/sendPaper', { ...of(farmId), body: more, headers: onceHeader(key) }),
  )
}

/** Corrects the stock of a paper type (staff only), and returns the farm. */
export function adjustPaper(farmId: string, adjustment: Adjustment, key: string) {
  return dataOf(
    api.POST('/api/farms/{farmId}/paperAdjustments', { ...of(farmId), body: adjustment, headers: onceHeader(key) }),
  )
}

/** Holds the shipments of a paper type (staff only), and returns the farm. */
export function placeHold(farmId: string, paperType: string, reason: string) {
  const params = { path: { farmId, paperType } }
  return dataOf(api.POST('/api/farms/{farmId}/shipmentHold/{paperType}', { params, body: { reason } }))
}
