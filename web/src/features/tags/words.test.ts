import { expect, test } from 'vitest'
import { deedOf } from '@/shared/lib/tagEventWords'
import { amountOf, leftOf, quantityOf } from './words'

test('quantities are said to the thousandth in which they are kept', () => {
  expect(amountOf(0.125, 'bag')).toBe('0.125 bags')
  expect(amountOf(1, 'bag')).toBe('1 bag')
  expect(amountOf(60, 'each')).toBe('60 animals')
  expect(amountOf(null, 'kg')).toBe('')
  expect(leftOf({ quantity: 1, remainder: 0.125, unit: 'bag' })).toBe('0.125 of 1 bag left')
})

test('a quantity says what it was counted in before', () => {
  const held = [
    { unit: 'each', quantity: 54, remainder: 54 },
    { unit: 'bag', quantity: 1, remainder: 0.5 },
  ]
  expect(quantityOf({ quantity: 2.5, unit: 'bushel', held })).toBe('2.5 bushels, at most 54 animals, at most 1 bag')
  expect(quantityOf({ quantity: 60, unit: 'each' })).toBe('60 animals')
  expect(quantityOf({ quantity: null, unit: '' })).toBe('')
})

test('a tag that was taken back says so among what was done with it', () => {
  expect(deedOf('void')).toBe('Taken back')
})
