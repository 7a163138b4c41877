import type { Held, Noted } from '@/api'

const GROUP: Held['group'] = {
  oysterType: 'Pacific oyster',
  seedSource: '',
  year: 2017,
  month: 3,
  datePlanted: '2017-03-01',
  locationPlanted: 'Site A',
}

/** A bag of the field notebook, at its last visit. */
export function held(part: Partial<Held> = {}): Held {
  return {
    leaseId: 'lease-a',
    lotId: 'lot-1',
    area: 'Site A',
    group: GROUP,
    lot: { sizeLabel: '', meshSize: 'beach', nickname: 'bag 1' },
    onHand: 74,
    containers: 0,
    lastDay: '2017-11-10',
    lived: (part.onHand ?? 74) > 0,
    ...part,
  }
}

export function noted(part: Partial<Noted> = {}): Noted {
  const { leaseId, lotId, area, group, lot } = held()
  return {
    number: 17,
    activity: 'harvest',
    date: '2017-11-10',
    leaseId,
    lotId,
    area,
    group,
    lot,
    count: 10,
    containers: 0,
    measured: null,
    sizeMm: null,
    to: [],
    note: '',
    recordedAt: 1_510_000_000_000,
    by: 'ann',
    replacedBy: null,
    replaces: null,
    reverses: null,
    reversed: false,
    ...part,
  }
}
