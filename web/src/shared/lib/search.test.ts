import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search'

describe('the URL is short and readable', () => {
  test.each([
    [{ name: 'salish sea', page: 2 }, '?name=salish+sea&page=2'],
    [{ equipment: ['beach', 'raft'] }, '?equipment=beach&equipment=raft'],
    [{ from: '2017-03-01', none: undefined, empty: '' }, '?from=2017-03-01'],
    [{ returnUrl: '/manage/1?tab=reports' }, '?returnUrl=/manage/1%3Ftab%3Dreports'],
    [{}, ''],
  ])('%j is %s', (search, text) => {
    expect(stringifySearch(search)).toBe(text)
  })

  test('what is written is read again', () => {
    const search = { name: 'a&b=c +', fill: ['bag 1', 'bag, 2'] }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })

  test('numbers stay text, for the schemas to judge', () => {
    expect(parseSearch('?page=2&name=007')).toEqual({ page: '2', name: '007' })
  })
})
