import { describe, expect, test } from 'vitest'
import { keptBy, lostBy, reportOf } from './removal'

const contents = {
  animals: 2082,
  groups: 1,
  lots: 0,
  activities: 112,
  leases: 3,
  fillProfiles: 0,
  uploads: 1,
  exports: 0,
  schedules: 2,
  dashboards: 0,
  users: 2,
  tags: 6,
  recalls: 1,
  photo: true,
}
const nothing = Object.fromEntries(Object.keys(contents).map((key) => [key, 0])) as unknown as typeof contents
const empty = { ...nothing, photo: false }

describe('AFARM-6 what a removal takes and keeps', () => {
  test('a clean', () => {
    expect(lostBy('clean', contents)).toEqual([
      '2,082 living animals',
      '1 animal group',
      '112 activities',
      '3 growing areas',
      '1 upload',
      '2 schedules of exports',
    ])
    expect(keptBy('clean', contents)).toEqual(['6 tags', '1 recall', '2 linked users', 'the photo', 'the farm itself'])
    expect(lostBy('clean', empty)).toEqual([])
  })

  test('a delete; the photo stays while tags show it', () => {
    expect(lostBy('delete', contents).slice(-2)).toEqual(['2 links to users', 'the farm itself'])
    expect(keptBy('delete', contents)).toEqual(['6 tags', '1 recall', 'the photo'])
    expect(lostBy('delete', { ...empty, photo: true })).toEqual(['the photo', 'the farm itself'])
    expect(keptBy('delete', empty)).toEqual([])
  })

  test('the report of what was removed', () => {
    const answer = (removed: typeof empty) => ({ message: 'Done.', removed, underWay: false })
    expect(reportOf('clean', 'North', answer({ ...empty, groups: 2 }))).toBe(
      'North is clean. Removed: 2 animal groups.',
    )
    expect(reportOf('clean', 'North', answer(empty))).toBe('North is clean. There was nothing to remove.')
    expect(reportOf('delete', 'North', answer({ ...empty, users: 1 }))).toBe(
      'North is deleted. Removed: 1 link to a user.',
    )
    expect(reportOf('delete', 'North', answer(empty))).toBe('North is deleted. There was nothing to remove.')
  })

  test('the report of a removal that goes on', () => {
    const message = 'That is a large farm. It is being cleaned, which takes a few minutes.'
    const answer = { message, removed: { ...empty, groups: 2 }, underWay: true }
    expect(reportOf('clean', 'North', answer)).toBe(`North: ${message}`)
  })
})
