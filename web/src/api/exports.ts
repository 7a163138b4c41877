import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Export, ExportRequest } from './schema'
import { onceHeader } from './useOnce'

/** What to export; a dialog asks whom to send it to. */
export type ExportQuery = Pick<ExportRequest, 'metric'> & Partial<Omit<ExportRequest, 'metric' | 'email'>>

/** For whatever an export leaves open. */
export const EXPORT_DEFAULTS = { dateRange: 'Last 90 days', frequency: 'Monthly' } as const

const LOOK_AGAIN_MS = 2_000

/** A farm's exports, newest first, asked for again and again while one is being made. */
export function exportsQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'exports'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v2/exports/{farmId}', { params: { path: { farmId } }, signal })),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  })
}

export function isUnderWay({ state }: Pick<Export, 'state'>): boolean {
  return state === 'waiting' || state === 'working'
}

/** Asks for an export, which is made in the background and emailed. */
export function requestExport(farmId: string, { email, ...query }: ExportQuery & { email: string }, key: string) {
  const body = { ...EXPORT_DEFAULTS, ...query, email }
  return dataOf(
    api.PUT('/api/v2/reportExport/{farmId}', { params: { path: { farmId } }, body, headers: onceHeader(key) }),
  )
}
