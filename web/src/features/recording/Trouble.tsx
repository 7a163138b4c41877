import { errorMessage } from '@/api'
import { Notice } from '@/shared/ui/Notice'
import { refusals, wasRecordedBefore } from './useRecording'

/** The refusals that have an input to stand beside. */
const BESIDE = new Set(['leaseId', 'lot', 'date', 'count', 'containers', 'measured', 'sizeMm', 'note', 'to'])

/** What could not be said beside an input. */
export function Trouble({ error }: { error: Error | null }) {
  if (!error) return null
  return <Notice kind="error">{words(error)}</Notice>
}

function words(error: Error): string {
  if (wasRecordedBefore(error)) {
    return 'An earlier try did arrive and was recorded as it was then: see the recent activities. Undo it there, or record this one as a further activity.'
  }
  const fields = Object.keys(refusals(error))
  if (fields.length > 0 && fields.every((field) => BESIDE.has(field))) {
    return 'Nothing was recorded: see what is marked above.'
  }
  return `${errorMessage(error)} What you typed is kept.`
}
