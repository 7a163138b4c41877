import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** Lets paper of a type be shipped again, and returns the farm. */
export function removeHold(farmId: string, paperType: string) {
  return dataOf(api.DELETE('/api/farms/{farmId}/shipmentHold/{paperType}', { params: { path: { farmId, paperType } } }))
}

/** What tagging would cost a farm, and whom it calls about it. */
export function offerQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'tagging-offer'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/farms/{id}/tagging-offer', { params: { path: { id: farmId } }, signal })),
  })
}

/** Asks for tagging, and returns the farm; asked twice, it is asked once. */
export function askForTagging(farmId: string) {
  return dataOf(api.POST('/api/farms/{id}/tagging-request', { params: { path: { id: farmId } } }))
}

/** Ends what a farm asked, and returns the farm: it takes that back, or staff have answered. */
export function endAsking(farmId: string) {
  return dataOf(api.DELETE('/api/farms/{id}/tagging-request', { params: { path: { id: farmId } } }))
}
