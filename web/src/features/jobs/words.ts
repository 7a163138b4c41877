import type { Job, JobKind, JobsParams } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { exact } from '@/shared/lib/numbers'

const KINDS: Record<string, string> = {
  'mail.recall': 'Recall email',
  'mail.reset': 'Password reset email',
  'mail.invitation': 'Invitation email',
  'mail.send': 'Other email',
  'recall.follow': 'Notices of a recall',
  'recall.watch': 'Whom recalls reach',
  'recall.end': 'Notices of the end of a recall',
  'recall.tidy': 'Tags that a recall no longer names',
  'account.forgot': 'Password reset',
  'account.sweep': 'Removing old sessions',
  'billing.card': 'Looking up a saved card',
  'billing.removeCard': 'Removing a saved card',
  'billing.reconcile': 'Comparing invoices with the provider',
  'billing.settle': 'Settling an invoice',
  'billing.sweep': 'Charging what is due',
  'farm.empty': 'Emptying a farm (of an older version)',
  'farm.emptying': 'Emptying a farm',
  'idempotency.sweep': 'Removing old answers',
  'ledger.upload': 'Upload',
  'ledger.undo': 'Undoing an upload',
  'ledger.uploads.cleanup': 'Removing old uploads',
  'paper.advance': 'Paper of a farm',
  'paper.sweep': 'Looking for paper that is due',
  'report.export': 'Export',
  'report.segments': 'Preparing reports',
  'backup.take': 'Taking a backup',
  'scan.sweep': 'Removing old counts of scans',
  'report.sweepExports': 'Removing old exports',
  'news.tell': 'Telling people what farms need',
  'news.tell.farm': 'Telling the people of a farm what has happened',
  'news.weeks': 'Mail the week of each farm',
  'report.schedules': 'Exports that are due',
}

/** A kind in plain words, or its own name if it has none yet. */
export function kindName(kind: string): string {
  return KINDS[kind] ?? kind
}

/** The states to choose from, each with a count; finished jobs are not counted. */
export function stateChoices(kinds: readonly JobKind[], kind: string) {
  const sum = (state: 'waiting' | 'running' | 'failed') =>
    kinds.reduce((total, row) => total + (kind === '' || row.kind === kind ? row[state] : 0), 0)
  const label = (name: string, count: number) => `${name} (${exact(count)})`
  return [
    { value: 'failed', label: label('Failed', sum('failed')) },
    { value: 'waiting', label: label('Waiting', sum('waiting')) },
    { value: 'running', label: label('Running', sum('running')) },
    { value: 'done', label: 'Done' },
  ] as const satisfies { value: JobsParams['state']; label: string }[]
}

/** When something will happen to the job next, or happened last. */
export function whenOf({ state, dueAt, endedAt }: Job): string {
  if (state === 'waiting' && dueAt !== null) return `next try ${formatInstant(dueAt)}`
  if (state === 'running') return 'running now'
  if (endedAt !== null) return `${state} ${formatInstant(endedAt)}`
  return state
}
