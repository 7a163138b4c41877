import type { Upload, UploadSummary } from '@/api'
import { counted, exact } from '@/shared/lib/numbers'

/** "about 2 minutes left": never more precise than it can be. */
export function timeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  if (seconds < 90) return 'about a minute left'
  if (seconds < 3300) return `about ${Math.round(seconds / 60)} minutes left`
  return `about ${counted(Math.max(1, Math.round(seconds / 3600)), 'hour')} left`
}

/** "1,200 of 45,000 rows, 3%, about 2 minutes left" */
export function progressWords({ rows, done, percent, secondsLeft, undoes }: Upload): string {
  const many = (n: number) => (undoes ? counted(n, 'activity', 'activities') : counted(n, 'row'))
  const parts = [
    rows > 0 ? `${exact(done)} of ${many(rows)}` : `${many(done)} read`,
    rows > 0 ? `${Math.floor(percent)}%` : '',
    secondsLeft === null ? '' : timeLeft(secondsLeft),
  ]
  return parts.filter(Boolean).join(', ')
}

const STATES: Record<Upload['state'], string> = {
  waiting: 'Waiting for its turn',
  checking: 'Being checked',
  preview: 'Ready to import',
  recording: 'Being imported',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Not imported',
}

const UNDO_STATES: Partial<Record<Upload['state'], string>> = {
  recording: 'Being undone',
  done: 'Done',
  failed: 'Not undone',
}

/** What became of an upload, in a few words. */
export function stateWords(
  upload: Pick<Upload, 'state' | 'recorded'> & Partial<Pick<Upload, 'undoes' | 'undoneBy'>>,
): string {
  const { state, recorded, undoes, undoneBy } = upload
  if (undoneBy) return 'Undone'
  if (undoes) return UNDO_STATES[state] ?? STATES[state]
  return state === 'done' && recorded === 0 ? 'Nothing changed' : STATES[state]
}

const ENTRIES: Record<string, string> = {
  plant: 'Planting',
  count: 'Count',
  size: 'Size sample',
  move: 'Move',
  harvest: 'Harvest',
  loss: 'Loss',
}

/** The name of an entry that stands in the way. */
export function obstacleName({ activity }: { activity: string }): string {
  return ENTRIES[activity] ?? activity
}

/** True while something is going on. */
export function isUnderWay({ state }: Pick<Upload, 'state'>): boolean {
  return state === 'waiting' || state === 'checking' || state === 'recording'
}

/** The activities in a file, by kind. */
export function activityCounts(summary: UploadSummary): { label: string; value: string }[] {
  const { plant, count, size, move, harvest, loss } = summary
  const kinds = [
    { label: 'Plantings', value: plant },
    { label: 'Counts', value: count },
    { label: 'Size samples', value: size },
    { label: 'Moves', value: move },
    { label: 'Harvests', value: harvest },
    { label: 'Losses', value: loss },
  ]
  return kinds.filter(({ value }) => value > 0).map(({ label, value }) => ({ label, value: exact(value) }))
}

export function activitiesIn(summary: UploadSummary): number {
  const { plant, count, size, move, harvest, loss } = summary
  return plant + count + size + move + harvest + loss
}

/** The first steps are quick, since most files are small; then they slow down, since the others take their time. */
export function pollDelay(asked: number): number {
  return Math.min(3000, Math.round(300 * 1.3 ** asked))
}

const MOST_NAMED = 12

/** "Site A, Site B and 40 more": a long list says how long it is. */
export function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return rest > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${exact(rest)} more` : names.join(', ')
}

/** What importing would do, in a sentence. */
export function foretold({ rows, skipped }: Pick<Upload, 'rows' | 'skipped'>, summary: UploadSummary): string {
  const activities = activitiesIn(summary)
  const before = skipped > 0 ? `${counted(skipped, 'activity was', 'activities were')} recorded before` : ''
  if (activities === 0) return before ? `Nothing new: ${before}.` : `${counted(rows, 'row')}, and nothing to record.`
  const { groups, lots } = summary
  const parts = [
    `${counted(rows, 'row')}: ${counted(activities, 'activity', 'activities')} to record`,
    groups > 0 ? counted(groups, 'new group') : '',
    lots > 0 ? counted(lots, 'new lot') : '',
    before,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** "And 12 more."; empty if all are listed. */
export function moreWords(rest: number): string {
  return rest > 0 ? `And ${exact(rest)} more.` : ''
}
