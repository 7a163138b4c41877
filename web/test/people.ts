import type { Account, AccountRow, AdminGroup, AuditEntry, FarmPage, GroupOption } from '@/api'
import { page } from './data'

export function account(part: Partial<Account> = {}): Account {
  return {
    _id: 'user-bob',
    username: 'bob',
    email: 'bob@farm.example',
    name: { first: 'Bob', middle: '', last: 'Reed' },
    isActive: true,
    groups: { farmmanager: 'Farm manager' },
    roles: { admin: false, account: true },
    secondFactor: false,
    lastSeen: Date.UTC(2026, 10, 20, 14, 5),
    farmCount: 1,
    farms: [{ id: 'farm-1', name: 'Salish Sea Test Beds', timeCreated: 1, permissions: ['harvest'] }],
    version: 3,
    refusals: { account: '', farms: '', secondFactor: '' },
    ...part,
  }
}

export function accountRow(part: Partial<AccountRow> = {}): AccountRow {
  const { farms: _, refusals: __, ...rest } = account()
  return { ...rest, ...part }
}

export function group(part: Partial<AdminGroup> = {}): AdminGroup {
  return {
    _id: 'group-1',
    name: 'Packers',
    permissions: { export: true, 'night-shift': true },
    members: 1,
    version: 2,
    ...part,
  }
}

export function entry(part: Partial<AuditEntry> = {}): AuditEntry {
  return {
    _id: 'entry-1',
    at: Date.UTC(2026, 10, 20, 14, 5),
    userId: 'user-ann',
    username: 'ann',
    action: 'user.groups',
    subjectKind: 'user',
    subjectId: 'user-bob',
    subjectName: 'bob',
    detail: { from: ['Farm manager'], to: ['Farm manager', 'Packers'] },
    ip: '203.0.113.7',
    ...part,
  }
}

export const OPTIONS: GroupOption[] = [
  { _id: 'admin', name: 'Admin', refusal: '' },
  { _id: 'root', name: 'Root', refusal: '' },
  { _id: 'farmmanager', name: 'Farm manager', refusal: '' },
  { _id: 'group-1', name: 'Packers', refusal: '' },
]

/** A page of a list of `total` rows. */
export function listed<R>(
  rows: R[],
  total = rows.length,
  current = 1,
  limit = 20,
): Omit<FarmPage, 'data'> & { data: R[] } {
  const { pages, items } = page([], total, current, limit)
  const begin = rows.length > 0 ? (current - 1) * limit + 1 : 0
  return { data: rows, pages, items: { ...items, begin, end: begin + rows.length - 1 } }
}
