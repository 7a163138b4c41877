import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import { EXPORT_DEFAULTS, type ExportQuery } from './exports'
import type { Schedule, ScheduleRequest } from './schema'
import { onceHeader } from './useOnce'

/** When an export is mailed by itself. */
export type Rhythm = Pick<Schedule, 'every' | 'on' | 'at'>

/** One's own schedules of a farm, the oldest first. */
export function schedulesQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'schedules'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v2/schedules/{farmId}', { params: { path: { farmId } }, signal })),
    select: (answer) => answer.data,
  })
}

/** Has an export mailed every week or month. */
export function addSchedule(farmId: string, asked: ExportQuery & Pick<ScheduleRequest, 'email'> & Rhythm, key: string) {
  const body = { ...EXPORT_DEFAULTS, ...asked }
  return dataOf(
    api.POST('/api/v2/schedules/{farmId}', { params: { path: { farmId } }, body, headers: onceHeader(key) }),
  )
}

/** Changes when a schedule comes, to whom, and what it is about. */
export function changeSchedule(
  farmId: string,
  scheduleId: string,
  asked: ExportQuery & Pick<ScheduleRequest, 'email'> & Rhythm,
) {
  const params = { path: { farmId, scheduleId } }
  const body = { ...EXPORT_DEFAULTS, ...asked }
  return dataOf(api.PUT('/api/v2/schedules/{farmId}/{scheduleId}/request', { params, body }))
}

export function pauseSchedule(farmId: string, scheduleId: string, paused: boolean) {
  return dataOf(
    api.PUT('/api/v2/schedules/{farmId}/{scheduleId}', { params: { path: { farmId, scheduleId } }, body: { paused } }),
  )
}

export function deleteSchedule(farmId: string, scheduleId: string) {
  return dataOf(api.DELETE('/api/v2/schedules/{farmId}/{scheduleId}', { params: { path: { farmId, scheduleId } } }))
}

/** Mails it once more, now. */
export function sendSchedule(farmId: string, scheduleId: string, key: string) {
  const params = { path: { farmId, scheduleId } }
  return dataOf(api.POST('/api/v2/schedules/{farmId}/{scheduleId}/send', { params, headers: onceHeader(key) }))
}
