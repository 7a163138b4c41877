import { api, dataOf } from './client'
import type { CustomRolls, Hold, NextShipment, Printer, TaggingInvoice } from './schema'

export type { CustomRolls, Hold, NextShipment, Printer, TaggingInvoice }

/** Lets paper of a type be shipped again, and answers the farm. */
export function removeHold(farmId: string, paperType: string) {
  return dataOf(api.DELETE('/api/farms/{farmId}/shipmentHold/{paperType}', { params: { path: { farmId, paperType } } }))
}
