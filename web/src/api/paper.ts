import { api, dataOf } from './client'

/** Lets paper of a type be shipped again, and returns the farm. */
export function removeHold(farmId: string, paperType: string) {
  return dataOf(api.DELETE('/api/farms/{farmId}/shipmentHold/{paperType}', { params: { path: { farmId, paperType } } }))
}
