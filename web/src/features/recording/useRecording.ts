import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, type NewActivity, recordActivity } from '@/api'

/** Everything that the farm's book says may be another after an activity. */
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

/** The first activity of a batch is the only one here: its fields go by their own names. */
const BATCH = /^activities\.0\.?/

/** The refusals of the server by the input that they stand beside. */
export function refusals(error: Error | null): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.fieldErrors).map(([name, reason]) => [name.replace(BATCH, '').split('.')[0] || 'lot', reason]),
  )
}

/** True when a first try was recorded although its answer was lost, and something else was typed since. */
export function wasRecordedBefore(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409 && 'activities.0.id' in error.fieldErrors
}
