import { describe, expect, test } from 'vitest'
import type { Upload } from '@/api'
import { refusedName } from './files'
import {
  activitiesIn,
  activityCounts,
  foretold,
  isUnderWay,
  listed,
  pollDelay,
  progressWords,
  stateWords,
  timeLeft,
} from './words'

describe('the time left', () => {
  test.each([
    [0, 'a few seconds left'],
    [4, 'a few seconds left'],
    [12, 'about 20 seconds left'],
    [50, 'about 50 seconds left'],
    [60, 'about a minute left'],
    [130, 'about 2 minutes left'],
    [3200, 'about 53 minutes left'],
    [3700, 'about 1 hour left'],
    [9000, 'about 3 hours left'],
  ])('%i s: %s', (seconds, text) => {
    expect(timeLeft(seconds)).toBe(text)
  })
})

describe('how far it is', () => {
  const at = (part: Partial<Upload>) =>
    progressWords({ rows: 45_000, done: 1_200, percent: 2.9, secondsLeft: 130, ...part } as Upload)

  test('rows, percent, time', () => {
    expect(at({})).toBe('1,200 of 45,000 rows, 2%, about 2 minutes left')
    expect(at({ secondsLeft: null })).toBe('1,200 of 45,000 rows, 2%')
  })

  test('as long as the rows are not counted', () => {
    expect(at({ rows: 0, secondsLeft: null })).toBe('1,200 rows read')
  })
})

test.each<[Upload['state'], number, string, boolean]>([
  ['waiting', 0, 'Waiting for its turn', true],
  ['checking', 0, 'Being checked', true],
  ['preview', 0, 'Ready to import', false],
  ['recording', 0, 'Being imported', true],
  ['done', 5, 'Imported', false],
  ['done', 0, 'Nothing changed', false],
  ['cancelled', 0, 'Cancelled', false],
  ['failed', 0, 'Not imported', false],
])('%s, %i recorded: %s', (state, recorded, text, goesOn) => {
  expect(stateWords({ state, recorded })).toBe(text)
  expect(isUnderWay({ state })).toBe(goesOn)
})

const unasked = { doubts: [], doubtsTotal: 0, recounts: [], recountsTotal: 0, sameDay: 0 }

test('only the kinds that are there are counted', () => {
  const summary = {
    plant: 29,
    count: 8,
    size: 0,
    move: 0,
    harvest: 0,
    loss: 1200,
    areas: [],
    groups: 3,
    lots: 29,
    ...unasked,
  }
  expect(activityCounts(summary)).toEqual([
    { label: 'Plantings', value: '29' },
    { label: 'Counts', value: '8' },
    { label: 'Losses', value: '1,200' },
  ])
  expect(activitiesIn(summary)).toBe(1237)
})

test('asking slows down, and never stops', () => {
  expect(pollDelay(0)).toBe(300)
  for (let asked = 1; asked < 40; asked++) expect(pollDelay(asked)).toBeGreaterThanOrEqual(pollDelay(asked - 1))
  expect(pollDelay(1000)).toBe(3000)
})

test('the file of refused rows is named after its sheet', () => {
  expect(refusedName('season 2026.v2.xlsx')).toBe('season 2026.v2-refused.csv')
  expect(refusedName('season')).toBe('season-refused.csv')
})

test('a long list of names says how long it is', () => {
  const names = Array.from({ length: 14 }, (_, index) => `Site ${index + 1}`)
  expect(listed(names.slice(0, 2))).toBe('Site 1, Site 2')
  expect(listed(names)).toMatch(/^Site 1, .*, Site 12 and 2 more$/)
})

describe('what importing would do', () => {
  const none = { plant: 0, count: 0, size: 0, move: 0, harvest: 0, loss: 0, areas: [], groups: 0, lots: 0, ...unasked }
  test.each([
    [
      0,
      { ...none, plant: 29, count: 140, groups: 3, lots: 29 },
      '141 rows: 169 activities to record, 3 new groups, 29 new lots.',
    ],
    [12, { ...none, loss: 1 }, '141 rows: 1 activity to record, 12 activities were recorded before.'],
    [529, none, 'Nothing new: 529 activities were recorded before.'],
    [0, none, '141 rows, and nothing to record.'],
  ])('%i before, %j', (skipped, summary, text) => {
    expect(foretold({ rows: 141, skipped }, summary)).toBe(text)
  })
})
