import { describe, expect, test } from 'vitest'
import { changedKeys, merge3, same } from './merge3'

const base = { name: 'North', city: 'Tofino', country: 'Canada', state: 'Ontario', tags: ['a'] }
const TOGETHER = [['country', 'state']] as const

describe('a merge of two edits', () => {
  test('nothing changed elsewhere leaves mine', () => {
    const mine = { ...base, city: 'Bath' }
    expect(merge3(base, mine, base)).toEqual({ values: mine, taken: [], conflicts: [] })
  })

  test('what only they changed is taken, what only I changed is kept', () => {
    const { values, taken, conflicts } = merge3(base, { ...base, city: 'Bath' }, { ...base, name: 'South' })
    expect(values).toEqual({ ...base, city: 'Bath', name: 'South' })
    expect(taken).toEqual([
      { keys: ['name'], base: { name: 'North' }, mine: { name: 'North' }, theirs: { name: 'South' } },
    ])
    expect(conflicts).toEqual([])
  })

  test('the same change on both sides is none to tell of', () => {
    const both = { ...base, city: 'Bath', tags: ['a', 'b'] }
    expect(merge3(base, both, { ...both, tags: ['a', 'b'] })).toEqual({ values: both, taken: [], conflicts: [] })
  })

  test('another change of the same field is for a person to choose; mine stays until then', () => {
    const { values, taken, conflicts } = merge3(base, { ...base, city: 'Bath' }, { ...base, city: 'Sooke' })
    expect(values.city).toBe('Bath')
    expect(taken).toEqual([])
    expect(conflicts).toEqual([
      { keys: ['city'], base: { city: 'Tofino' }, mine: { city: 'Bath' }, theirs: { city: 'Sooke' } },
    ])
  })

  test('fields that go together are one', () => {
    const mine = { ...base, state: 'Quebec' }
    const theirs = { ...base, country: 'USA', state: 'Ohio' }
    const { values, conflicts } = merge3(base, mine, theirs, TOGETHER)
    expect(values).toEqual(mine)
    expect(conflicts).toEqual([
      {
        keys: ['country', 'state'],
        base: { country: 'Canada', state: 'Ontario' },
        mine: { country: 'Canada', state: 'Quebec' },
        theirs: { country: 'USA', state: 'Ohio' },
      },
    ])
    expect(merge3(base, base, theirs, TOGETHER).values).toEqual(theirs)
  })

  test('rows that come and go', () => {
    const rows: Record<string, string> = { a: 'one', b: 'two', c: 'three' }
    const mine = { a: 'one', b: 'two', c: 'mine', d: 'my new one' }
    const theirs = { a: 'one', e: 'their new one' }
    const { values, taken, conflicts } = merge3(rows, mine, theirs)
    expect(values).toEqual({ a: 'one', c: 'mine', d: 'my new one', e: 'their new one' })
    expect(taken.map(({ keys }) => keys)).toEqual([['b'], ['e']])
    expect(conflicts).toEqual([{ keys: ['c'], base: { c: 'three' }, mine: { c: 'mine' }, theirs: {} }])
  })
})

describe('what was changed', () => {
  test('is told by name', () => {
    expect(changedKeys(base, { ...base, city: 'Bath' })).toEqual(['city'])
    expect(changedKeys(base, { ...base, tags: ['a'] })).toEqual([])
  })

  test('with what goes together', () => {
    expect(changedKeys(base, { ...base, state: 'Quebec' }, TOGETHER)).toEqual(['country', 'state'])
  })

  test('also what is gone or new', () => {
    const rows: Record<string, number> = { a: 1, b: 2 }
    expect(changedKeys(rows, { b: 2, c: 3 })).toEqual(['a', 'c'])
  })
})

test('what they changed stays in its place', () => {
  const rows: Record<string, string> = { a: 'one', b: 'two' }
  expect(Object.keys(merge3(rows, { a: 'one', b: 'mine' }, { a: 'theirs', b: 'two' }).values)).toEqual(['a', 'b'])
})

test.each([
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, false],
  [['a'], { 0: 'a' }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{}, { a: 1 }, false],
  [null, {}, false],
  [[], [], true],
  ['a', 'a', true],
])('%j and %j are the same: %j', (a, b, expected) => {
  expect(same(a, b)).toBe(expected)
})
