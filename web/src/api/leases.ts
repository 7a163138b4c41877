import { api, dataOf } from './client'
import type { LeaseChange } from './schema'
import { onceHeader } from './useOnce'

/** Adds a growing area to a farm and returns it. */
export function addLease(farmId: string, lease: LeaseChange, key: string) {
  const params = { path: { id: farmId } }
  return dataOf(api.POST('/api/farms/{id}/leases', { params, body: lease, headers: onceHeader(key) }))
}

const at = (farmId: string, leaseId: string) => ({ path: { id: farmId, leaseId } })

/** Changes the version of a growing area that the editor saw; refused (409) if there is a newer one. */
export function editLease(farmId: string, leaseId: string, body: LeaseChange & { version: number }) {
  return dataOf(api.PUT('/api/farms/{id}/leases/{leaseId}', { params: at(farmId, leaseId), body }))
}

/** Ends a growing area that is empty; the date is its last day in use. */
export function endLease(farmId: string, leaseId: string, body: { date: string; version: number }) {
  return dataOf(api.POST('/api/farms/{id}/leases/{leaseId}/end', { params: at(farmId, leaseId), body }))
}

/** Puts an ended growing area back into use. */
export function reopenLease(farmId: string, leaseId: string) {
  return dataOf(api.POST('/api/farms/{id}/leases/{leaseId}/reopen', { params: at(farmId, leaseId) }))
}

/** Deletes a growing area where nothing was ever recorded. */
export function deleteLease(farmId: string, leaseId: string) {
  return dataOf(api.DELETE('/api/farms/{id}/leases/{leaseId}', { params: at(farmId, leaseId) }))
}
