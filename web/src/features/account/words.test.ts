import { expect, test } from 'vitest'
import { ago } from './words'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000

test.each([
  [-5 * MINUTE, 'just now'],
  [0, 'just now'],
  [2 * MINUTE - 1, 'just now'],
  [2 * MINUTE, '2 minutes ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [23 * 60 * MINUTE, '23 hours ago'],
  [24 * 60 * MINUTE, '1 day ago'],
  [6 * 24 * 60 * MINUTE, '6 days ago'],
  [8 * 24 * 60 * MINUTE, 'on 12 Nov 2026, 12:00 UTC'],
])('ACC-2 %i ms before is %s', (past, words) => {
  expect(ago(NOW - past, NOW)).toBe(words)
})
