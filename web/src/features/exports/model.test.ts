import { describe, expect, test } from 'vitest'
import type { Export } from '@/api'
import { askedWords, exportName, harvestLogQuery, isDownloadable, snapshotQuery, stateWords } from './model'

const NOW = Date.UTC(2026, 10, 20)
const done: Export = {
  _id: 'e',
  metric: 'Snapshot',
  email: 'a@b.example',
  state: 'done',
  percent: 100,
  rows: 1204,
  bytes: 1_400_000,
  createdAt: NOW,
  finishedAt: NOW,
  expiresAt: NOW + 1,
  url: '/exports/token',
  message: '',
  area: 'All',
  dateRange: '',
  startDate: '2026-11-20',
  endDate: '2026-11-20',
  filters: [],
}

describe('EXP-1 what is asked for', () => {
  test('everything on the farm now', () => {
    expect(snapshotQuery({ area: '' })).toEqual({ metric: 'Snapshot', activeLease: 'All' })
    expect(snapshotQuery({ area: 'lease-a' })).toEqual({ metric: 'Snapshot', activeLease: 'lease-a' })
  })

  test.each([
    ['a range by name', { logDates: '90' as const }, { dateRange: 'Last 90 days' }],
    [
      'two days',
      { logDates: 'custom' as const, logFrom: '2017-03-01', logTo: '2017-11-30' },
      { dateRange: 'Custom', startDate: '2017-03-01', endDate: '2017-11-30' },
    ],
  ])('everything harvested in %s', (_, search, asked) => {
    expect(harvestLogQuery({ area: '', ...search }, '2026-11-20')).toEqual({
      metric: 'HarvestLog',
      activeLease: 'All',
      ...asked,
    })
  })

  test.each([
    ['one day', { logFrom: '2017-03-01' }],
    ['a start after the end', { logFrom: '2017-11-30', logTo: '2017-03-01' }],
    ['tomorrow', { logFrom: '2017-11-30', logTo: '2026-11-21' }],
  ])('REP-11 nothing for %s', (_, days) => {
    expect(harvestLogQuery({ area: '', logDates: 'custom', ...days }, '2026-11-20')).toBeNull()
  })
})

test.each([
  [{}, 'All growing areas, 20 Nov 2026'],
  [{ area: 'Site A', startDate: '2026-11-14' }, 'Site A, 14 to 20 Nov 2026'],
  [
    { filters: ['Size: Petite, Standard', 'Year: 2025'] },
    'All growing areas, 20 Nov 2026. Size: Petite, Standard. Year: 2025',
  ],
  [{ area: '', startDate: '', endDate: '' }, 'A growing area that was deleted'],
] as [Partial<Export>, string][])('%j was asked for as "%s"', (part, words) => {
  expect(askedWords({ ...done, ...part })).toBe(words)
})

test.each([
  [{ state: 'waiting' }, 'Waiting for its turn'],
  [{ state: 'working', percent: 41.6 }, 'Working, 42%'],
  [{ state: 'failed', message: 'The disk is full.' }, 'The disk is full.'],
  [{ state: 'failed' }, 'It failed. Request it again.'],
  [{}, 'Sent, 1,204 rows, 1.4 MB'],
] as [Partial<Export>, string][])('EXP-2 %j is told as "%s"', (part, words) => {
  expect(stateWords({ ...done, ...part })).toBe(words)
})

test.each([
  [{}, true],
  [{ expiresAt: null }, true],
  [{ expiresAt: NOW }, false],
  [{ url: null }, false],
  [{ url: '' }, false],
  [{ state: 'failed' }, false],
  [{ state: 'working' }, false],
] as [Partial<Export>, boolean][])('EXP-2 a file can be had with %j: %s', (part, had) => {
  expect(isDownloadable({ ...done, ...part }, NOW)).toBe(had)
})

test('EXP-1 exports are named as people know them', () => {
  expect(exportName('HarvestLog')).toBe('Harvest Log')
  expect(exportName('Average Size')).toBe('Average Size')
})
