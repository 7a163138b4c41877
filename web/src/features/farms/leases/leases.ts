import type { Farm, Lease, Line } from '@/api'
import type { Problems, Stored } from '@/forms'
import { daysBetween } from '@/shared/lib/days'
import type { Key } from '@/shared/lib/merge3'
import { counted } from '@/shared/lib/numbers'
import { draftsOf, type LineDraft, lineProblems, linesOf, type NewLines, newProblem, withNew } from './lines'

const SOON_DAYS = 90

export interface Expiry {
  text: string
  expired: boolean
}

/** Points out in words a lease that has expired or will within 90 days; null for any other, including one without a date. */
export function expiry(dateOfExpiration: string, today: string): Expiry | null {
  const days = daysBetween(today, dateOfExpiration)
  if (Number.isNaN(days) || days > SOON_DAYS) return null
  if (days < 0) return { text: `Expired ${counted(-days, 'day')} ago`, expired: true }
  if (days === 0) return { text: 'Expires today', expired: false }
  return { text: `Expires in ${counted(days, 'day')}`, expired: false }
}

/** "1,204 animals and 38 containers", as the book has it; empty if there is nothing. */
export function contents({ animals, containers }: Pick<Lease, 'animals' | 'containers'>): string {
  const parts = [animals > 0 && counted(animals, 'animal'), containers > 0 && counted(containers, 'container')]
  return parts.filter(Boolean).join(' and ')
}

/** How many containers can hang on the lines; 0 if not given. */
export function spotsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { spots }) => sum + spots, 0)
}

export function leaseOf(farm: Farm, leaseId: string): Lease | undefined {
  return farm.leases.find((lease) => lease.leaseId === leaseId)
}

/** The part of a lease that its form shows. */
export type LeaseValues = Pick<Lease, 'name' | 'dateOfIssue' | 'dateOfExpiration' | 'size' | 'location' | 'lines'>

/** A lease as it is being edited. */
export interface LeaseDraft extends Omit<LeaseValues, 'lines'> {
  lines: LineDraft[]
  fresh: NewLines
}

const NO_VALUES: LeaseValues = { name: '', dateOfIssue: '', dateOfExpiration: '', size: '', location: '', lines: [] }

export function storedOf(lease: Lease | null): Stored<LeaseValues> {
  const { name, dateOfIssue, dateOfExpiration, size, location, lines } = lease ?? NO_VALUES
  return { values: { name, dateOfIssue, dateOfExpiration, size, location, lines }, version: lease?.version ?? 0 }
}

export function openLease({ lines, ...lease }: LeaseValues): LeaseDraft {
  return { ...lease, lines: draftsOf(lines), fresh: { names: '', spots: '' } }
}

/** Pressing Save without Add includes the new lines. */
export function closeLease({ lines, fresh, ...lease }: LeaseDraft): LeaseValues {
  return { ...lease, lines: linesOf(withNew(lines, fresh)) }
}

export function leaseProblems({ name, lines, fresh }: LeaseDraft): Problems {
  const notAdded = newProblem(lines, fresh)
  return {
    ...(name.trim() ? {} : { name: 'Name is required' }),
    ...(notAdded ? { lines: notAdded } : {}),
    ...lineProblems(lines),
  }
}

/** The prefix of the names under which the forms of leases are kept. */
export const KEPT_LEASE = 'lease/'
export const NEW_LEASE = 'new'

/** The names of the fields: on the panel, in the form, and when two people's edits are compared. */
export const LEASE_LABELS: Record<Key<LeaseValues>, string> = {
  name: 'Name',
  dateOfIssue: 'Date of issue',
  dateOfExpiration: 'Date of expiration',
  size: 'Size',
  location: 'Location',
  lines: 'Lines',
}
