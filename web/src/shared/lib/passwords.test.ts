import { expect, test } from 'vitest'
import { strengthOf } from './passwords'

test.each([
  ['', 0, 'At least 12 characters. A few words in a row are easy to remember.'],
  ['short', 0, 'Still too short: at least 12 characters.'],
  ['🦪🦪🦪🦪🦪🦪', 0, 'Still too short: at least 12 characters.'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 1, 'Easy to guess: the same few characters.'],
  ['abAB abAB abAB', 1, 'Easy to guess: the same few characters.'],
  ['tides and Ada.Tide', 1, 'Easier to guess: it has your name in it.'],
  ['tide and moon', 2, 'Long enough. Longer is better.'],
  ['lowercase only is fine', 3, 'Good and long.'],
  ['潮と月と牡蠣と海と風と空と', 2, 'Long enough. Longer is better.'],
] as const)('ACC-2 %j: level %i, %s', (password, level, words) => {
  expect(strengthOf(password, 12, ['ada.tide', 'moo'])).toEqual({ level, words })
})

test('ACC-2 characters are counted as the server counts them', () => {
  // Two code points that are one in the normal form.
  expect(strengthOf('e\u0301'.repeat(8), 12).level).toBe(0)
})
