import { expect, test } from 'vitest'
import { photoProblem } from './photo'

test.each([
  ['image/png', 1, ''],
  ['image/gif', 5 * 1_048_576, ''],
  ['image/jpeg', 5.3 * 1_048_576, 'A photo has at most 5 MB; this picture has 5.3 MB.'],
  ['image/svg+xml', 1, 'A photo is a PNG, GIF or JPEG picture.'],
  ['image/webp', 1, 'A photo is a PNG, GIF or JPEG picture.'],
  ['', 1, 'A photo is a PNG, GIF or JPEG picture.'],
])('AFARM-9 %s of %d bytes: %j', (type, size, problem) => {
  expect(photoProblem({ type, size })).toBe(problem)
})
