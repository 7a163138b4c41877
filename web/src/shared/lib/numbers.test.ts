import { describe, expect, test } from 'vitest'
import { counted, exact, short } from './numbers'

describe('REP-14 short numbers', () => {
  test.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1.0K'],
    [1_049, '1.0K'],
    [1_063, '1.1K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [1_000_000, '1.0M'],
    [2_540_000, '2.5M'],
    [999_950_000, '1.0B'],
    [7_000_000_000, '7.0B'],
    [-12, '-12'],
    [-2_082, '-2.1K'],
  ])('%d is %s', (value, text) => {
    expect(short(value)).toBe(text)
  })
})

test('exact numbers keep every digit', () => {
  expect(exact(1_234_567)).toBe('1,234,567')
  expect(exact(-59)).toBe('-59')
})

test('counted agrees in number', () => {
  expect(counted(1, 'day')).toBe('1 day')
  expect(counted(1_200, 'day')).toBe('1,200 days')
})
