import { describe, expect, test } from 'vitest'
import { counted, exact, millimetres, percent, short, sizeWords } from './numbers'

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

test.each([
  [92.9466, '92.95%'],
  [7, '7.0%'],
  [32.2, '32.2%'],
  [0, '0.0%'],
  [100, '100.0%'],
])('REP-14 %d of a hundred is %s', (value, text) => {
  expect(percent(value)).toBe(text)
})

test('REP-8 a size has two decimals, one in tables', () => {
  expect(millimetres(62.4849)).toBe('62.48')
  expect(millimetres(62.4849, 1)).toBe('62.5')
  expect(millimetres(62)).toBe('62.00')
})

test('counted agrees in number', () => {
  expect(counted(1, 'day')).toBe('1 day')
  expect(counted(1_200, 'day')).toBe('1,200 days')
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [9_949, '9.9 KB'],
  [9_950, '10 KB'],
  [412_400, '412 KB'],
  [999_500, '1.0 MB'],
  [1_240_000, '1.2 MB'],
])('a file of %i is %s', (bytes, text) => {
  expect(sizeWords(bytes)).toBe(text)
})
