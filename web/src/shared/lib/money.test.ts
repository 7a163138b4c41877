import { expect, test } from 'vitest'
import { centsOf, dollarsOf } from './money'

test.each([
  ['', 0],
  ['450', 45_000],
  ['$1,200.5', 120_050],
  [' 0.29 ', 29],
  ['450,50', 45_050],
  ['1.450,5', 145_050],
  ['1,450', 145_000],
  ['1,45,0', null],
  ['1.999', null],
  ['-3', null],
  ['free', null],
])('a setup fee of %j is %j cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})

test('and back', () => {
  expect(dollarsOf(120_050)).toBe('$1,200.50')
})
