import { expect, test } from 'vitest'
import { recountSentence } from './recounts'

const recount = { number: 3, date: '2026-05-10', leaseId: 'a', area: 'North', lot: 'bag 1', counted: 900, died: false }

test.each([
  [-100, -40, 'The count of 10 May 2026 stays 900. It now shows 40 missing instead of 100.'],
  [-100, 0, 'The count of 10 May 2026 stays 900. It now shows none missing instead of 100 missing.'],
  [0, -1200, 'The count of 10 May 2026 stays 900. It now shows 1,200 missing instead of none missing.'],
  [500, -40, 'The count of 10 May 2026 stays 900. It now shows 40 missing instead of 500 more than expected.'],
])('REP-18: a count that shows %i and will show %i', (before, after, says) => {
  expect(recountSentence({ ...recount, before, after })).toBe(says)
})

test('REP-18: animals that a count does not find and that died are dead', () => {
  expect(recountSentence({ ...recount, before: -100, after: -40, died: true })).toBe(
    'The count of 10 May 2026 stays 900. It now shows 40 dead instead of 100.',
  )
})
