import { expect, test } from 'vitest'
import { spark } from './spark'

test.each([
  ['a fall to nothing', [100, 50, 0], true, 'M0 0L50 20L100 40', { x: 100, y: 40 }],
  ['counts stand on zero', [100, 100, 75], true, 'M0 0L50 0L100 10', { x: 100, y: 10 }],
  ['sizes fill the height', [60, 61, 62], false, 'M0 40L50 20L100 0', { x: 100, y: 0 }],
  ['a gap where nothing is known', [10, null, 10, 10], true, 'M0 0M66.67 0L100 0', { x: 100, y: 0 }],
  ['an end that is not known', [10, 5, null], true, 'M0 0L50 20', { x: 50, y: 20 }],
  ['one value is a level line', [7], true, 'M0 0L100 0', { x: 100, y: 0 }],
  ['nothing lies on the ground', [0, 0], true, 'M0 40L100 40', { x: 100, y: 40 }],
  ['equal sizes', [60, 60], false, 'M0 20L100 20', { x: 100, y: 20 }],
  ['nothing at all', [null, null], true, '', null],
  ['no points', [], true, '', null],
])('DASH-1 %s', (_, values, fromZero, path, end) => {
  expect(spark(values, 100, 40, fromZero)).toEqual({ path, end })
})
