import { describe, expect, test } from 'vitest'
import { addedWords, draftsOf, lineProblems, linesOf, namesIn, withNames } from './lines'

const lines = (...names: string[]) => draftsOf(names.map((name) => ({ name, spots: 0 })))
const names = (drafts: { name: string }[]) => drafts.map(({ name }) => name)

describe('FARM-4 many lines are named at once', () => {
  test.each([
    ['L1 to L3', ['L1', 'L2', 'L3']],
    ['L8 to 11', ['L8', 'L9', 'L10', 'L11']],
    ['Line 08 TO Line 10', ['Line 08', 'Line 09', 'Line 10']],
    ['SP4-1 to SP4-2', ['SP4-1', 'SP4-2']],
    ['1 to 2', ['1', '2']],
    ['L3 to L3', ['L3']],
    ['Beach A, Raft A ,', ['Beach A', 'Raft A']],
    ['L3 to L1', ['L3 to L1']],
    ['L1 to M3', ['L1 to M3']],
    ['Point to Cove', ['Point to Cove']],
    ['  ', []],
  ])('%j', (text, expected) => {
    expect(namesIn(text)).toEqual(expected)
  })

  test('never more than can be told to be too many', () => {
    expect(namesIn('L1 to L999999999')).toHaveLength(501)
  })

  test('those that are there already are not added again', () => {
    const all = withNames(lines('L1', 'L2'), ['l2', 'L3', 'L3'], ' 40 ')
    expect(names(all)).toEqual(['L1', 'L2', 'L3'])
    expect(all[2]?.spots).toBe('40')
  })

  test.each([
    [[], ''],
    [['L4'], 'Adds 1 line: L4.'],
    [['L4', 'L5', 'L6', 'L7'], 'Adds 4 lines: L4, L5, … L7.'],
    [['L1', 'L4'], 'Adds 1 line: L4. 1 exists already.'],
    [['L1'], 'That line exists already.'],
    [['L1', 'L2'], 'All of them exist already.'],
    [namesIn('M1 to M499'), 'A growing area has at most 500 lines.'],
  ])('what adding %j would do', (text, words) => {
    expect(addedWords(lines('L1', 'L2'), text)).toBe(words)
  })
})

test('FARM-4 what is wrong stands at its line', () => {
  const drafts = lines('L1', ' l1 ', ' ', 'L4')
  const changed = drafts.map((line, at) => ({ ...line, spots: ['', '4.5', '0', '1000001'][at] ?? '' }))
  expect(lineProblems(changed)).toEqual({
    'lines.1.name': 'Two lines are named l1',
    'lines.1.spots': 'A number from 0 to 1,000,000',
    'lines.2.name': 'A line needs a name',
    'lines.3.spots': 'A number from 0 to 1,000,000',
  })
})

test('FARM-4 a line without spots is stored as 0, and shown as empty', () => {
  const stored = [
    { name: 'L1', spots: 0 },
    { name: 'L2', spots: 40 },
  ]
  const drafts = draftsOf(stored)
  expect(drafts.map(({ spots }) => spots)).toEqual(['', '40'])
  expect(linesOf(drafts)).toEqual(stored)
})
