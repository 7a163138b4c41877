import { expect, test } from 'vitest'
import { receiveDraft, receiveProblems } from './receive'

const TODAY = '2026-11-25'
const TAG = 'a'.repeat(24)

test('TAG-5 what is typed and is no tag is said to be none, and not left out unseen', () => {
  const problem = (tags: string[], typed: string) =>
    receiveProblems({ ...receiveDraft(TODAY, tags), typed, amounts: { [TAG]: '5' } }, TODAY).typed
  expect(problem([], '')).toBe('Scan or type the tag first.')
  expect(problem([], '7a00')).toBe('That is not a tag: enter all of its 24 digits, or its address.')
  expect(problem([TAG], '7a00')).toBe('That is not a tag: enter all of its 24 digits, or its address.')
  expect(problem([TAG], '')).toBeUndefined()
})
