import { describe, expect, test } from 'vitest'
import { ACTIVITIES, type Activity, activitiesFor, type FarmType, isOpen, toggled } from './activities'

describe('AFARM-3 activities', () => {
  test.each([
    ['farm', ['Harvest', 'Outgoing', 'Record']],
    ['distributor', ['Harvest', 'Outgoing', 'Record']],
    ['', []],
  ] as [FarmType, Activity[]][])('a %j may change %j', (type, open) => {
    expect(ACTIVITIES.filter((activity) => isOpen(type, activity))).toEqual(open)
  })

  test('a new type pre-selects its own', () => {
    expect(activitiesFor('farm')).toEqual(['Harvest'])
    expect(activitiesFor('distributor').sort()).toEqual(['Order', 'Receive'])
    expect(activitiesFor('')).toEqual([])
  })

  test('a farm holds exactly one', () => {
    expect(toggled('farm', ['Harvest'], 'Record')).toEqual(['Record'])
    expect(toggled('farm', ['Harvest'], 'Harvest')).toEqual(['Harvest'])
    expect(toggled('farm', ['Harvest'], 'Receive')).toEqual(['Harvest'])
  })

  test('a distributor toggles several and keeps what is fixed', () => {
    const start = activitiesFor('distributor')
    expect(toggled('distributor', start, 'Harvest')).toEqual(['Harvest', 'Order', 'Receive'])
    expect(toggled('distributor', ['Harvest', 'Order', 'Receive'], 'Harvest')).toEqual(['Order', 'Receive'])
    for (const fixed of ['Receive', 'Order', 'Process'] as const) {
      expect(toggled('distributor', start, fixed)).toEqual(start)
    }
  })
})
