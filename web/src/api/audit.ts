import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { AuditEntry, AuditPage } from './schema'

export type { AuditEntry, AuditPage }

export interface AuditParams {
  search?: string
  action?: string
  /** Days in UTC, both inclusive. */
  from?: string
  to?: string
  limit: 5 | 10 | 20 | 50 | 100
  page: number
}

/** A page of what was done, the newest first, for those who manage users. */
export function auditQuery(params: AuditParams) {
  return queryOptions({
    queryKey: ['audit', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/audit', { params: { query: params }, signal })),
  })
}
