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
