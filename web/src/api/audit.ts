import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf } from './client'

export interface AuditParams extends Paged {
  search?: string
  action?: string
  /** The id of what it was done to. */
  subject?: string
  /** Days in UTC, both inclusive. */
  from?: string
  to?: string
}

/** A page of the audit trail, newest first, for those who manage users. */
export function auditQuery(params: AuditParams) {
  const query = { ...params, subject: params.subject || undefined }
  return queryOptions({
    queryKey: ['audit', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/audit', { params: { query }, signal })),
  })
}

/** What was done to a farm last; whatever changes its record is one more. */
export function latestEntriesQuery(farmId: string, version: number) {
  const query = { subject: farmId, limit: 5, page: 1 } as const
  return queryOptions({
    queryKey: ['audit', farmId, version],
    queryFn: ({ signal }) => dataOf(api.GET('/api/audit', { params: { query }, signal })),
  })
}
