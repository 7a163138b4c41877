import { expect, test } from 'vitest'
import { amountOf, deedOf, leftOf } from './words'

test('quantities are said to the thousandth in which they are kept', () => {
  expect(amountOf(0.125, 'bag')).toBe('0.125 bags')
  expect(amountOf(1, 'bag')).toBe('1 bag')
  expect(amountOf(60, 'each')).toBe('60 animals')
  expect(amountOf(null, 'kg')).toBe('')
  expect(leftOf({ quantity: 1, remainder: 0.125, unit: 'bag' })).toBe('0.125 of 1 bag left')
})

test('a tag that was taken back says so among what was done with it', () => {
  expect(deedOf('void')).toBe('Taken back')
})
