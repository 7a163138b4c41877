import type { Level } from '@/api'
import type { Choice } from '@/shared/ui/PillSelect'

/** What one may do on a farm, the least first. */
export const LEVELS: readonly Choice<Level>[] = [
  { value: 'record', label: 'Record' },
  { value: 'reports', label: 'Record and see reports' },
  { value: 'manage', label: 'Manage' },
]

const ABOUT: Record<Level, string> = {
  record: 'Records what is done: animals, harvests, tags and labels. Sees no reports and changes nothing else.',
  reports: 'Records, and sees reports, the dashboard and exports too.',
  manage: 'Does everything: the farm’s record, its paper and invoices, and these people.',
}

export function aboutLevel(level: Level): string {
  return ABOUT[level]
}

export function levelWords(level: string): string {
  return LEVELS.find(({ value }) => value === level)?.label ?? ''
}

export function shownName({ name, username }: { name: string; username: string }): string {
  return name || username
}
