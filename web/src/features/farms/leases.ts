import type { Farm, Lease, Line, Stored } from '@/api'
import { daysBetween } from '@/shared/lib/days'
import type { Key } from '@/shared/lib/merge3'
import { counted } from '@/shared/lib/numbers'
import { draftsAgain, draftsOf, type LineDraft, linesOf, type NewLines } from './lines'

const SOON_DAYS = 90

export interface Expiry {
  text: string
  expired: boolean
}

/** A lease that has run out, or will within 90 days, is pointed out in words; null for every other, also one without a date. */
export function expiry(dateOfExpiration: string, today: string): Expiry | null {
  const days = daysBetween(today, dateOfExpiration)
  if (Number.isNaN(days) || days > SOON_DAYS) return null
  if (days < 0) return { text: `Expired ${counted(-days, 'day')} ago`, expired: true }
  if (days === 0) return { text: 'Expires today', expired: false }
  return { text: `Expires in ${counted(days, 'day')}`, expired: false }
}

/** "1,204 animals and 38 containers", by the book; empty where nothing is. */
export function contents({ animals, containers }: Pick<Lease, 'animals' | 'containers'>): string {
  const parts = [animals > 0 && counted(animals, 'animal'), containers > 0 && counted(containers, 'container')]
  return parts.filter(Boolean).join(' and ')
}

/** How many containers can hang on the lines; 0 where nobody said. */
export function spotsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { spots }) => sum + spots, 0)
}

export function leaseOf(farm: Farm, leaseId: string): Lease | undefined {
  return farm.leases.find((lease) => lease.leaseId === leaseId)
}

/** What of a lease its form shows. */
export type LeaseValues = Pick<Lease, 'name' | 'dateOfIssue' | 'dateOfExpiration' | 'size' | 'location' | 'lines'>

/** A lease as it is being edited. */
export type LeaseDraft = Omit<LeaseValues, 'lines'> & { lines: LineDraft[] }

const NO_VALUES: LeaseValues = { name: '', dateOfIssue: '', dateOfExpiration: '', size: '', location: '', lines: [] }

export function valuesOf(lease: Lease | null): LeaseValues {
  const { name, dateOfIssue, dateOfExpiration, size, location, lines } = lease ?? NO_VALUES
  return { name, dateOfIssue, dateOfExpiration, size, location, lines }
}

export function draftOf(values: LeaseValues): LeaseDraft {
  return { ...values, lines: draftsOf(values.lines) }
}

/** The name under which the form of a lease is kept. */
export const KEPT_LEASE = 'lease'

/** The form of a lease as it stood when a session ran out in the middle of it. */
export interface KeptLease {
  /** Null for a new one. */
  leaseId: string | null
  stored: Stored<LeaseValues>
  draft: LeaseDraft
  fresh: NewLines
}

export function draftAgain({ draft }: KeptLease): LeaseDraft {
  return { ...draft, lines: draftsAgain(draft.lines) }
}

export function edited(draft: LeaseDraft): LeaseValues {
  return { ...draft, lines: linesOf(draft.lines) }
}

/** What the fields are called: on the panel, in the form, and where two people's edits are compared. */
export const LEASE_LABELS: Record<Key<LeaseValues>, string> = {
  name: 'Name',
  dateOfIssue: 'Date of issue',
  dateOfExpiration: 'Date of expiration',
  size: 'Size',
  location: 'Location',
  lines: 'Lines',
}
