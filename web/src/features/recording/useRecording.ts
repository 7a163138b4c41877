import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, type NewActivity, recordActivity } from '@/api'

/** After an activity, anything the farm's book says may have changed. */
export function useBook(farmId: string) {
  const client = useQueryClient()
  return { forget: () => void client.invalidateQueries({ queryKey: ['farm', farmId] }) }
}

export function useRecording(farmId: string) {
  const { forget } = useBook(farmId)
  return useMutation({
    mutationFn: (activity: NewActivity) => recordActivity(farmId, activity),
    onSettled: forget,
  })
}

/** A batch has only one activity here, whose fields go by their own names. */
const BATCH = /^activities\.0\.?/

/** The server's refusals, by the input beside which they are shown. */
export function refusals(error: Error | null): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.fieldErrors).map(([field, reason]) => {
      const name = field.replace(BATCH, '')
      return [name.startsWith('facts.') ? name : name.split('.')[0] || 'lot', reason]
    }),
  )
}

/** True if what was sent is far from the last, and is recorded once the person confirms it. */
export function isFar(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'far-from-last'
}

/** True if an earlier attempt was recorded although its answer was lost, and the form has changed since. */
export function wasRecordedBefore(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409 && 'activities.0.id' in error.fieldErrors
}
