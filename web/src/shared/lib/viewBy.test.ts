import { expect, test } from 'vitest'
import { viewByLabel } from './viewBy'

test.each([
  ['month', '3', 'March'],
  ['month', 'unknown', 'unknown'],
  ['datePlanted', '2017-03-01', '1 Mar 2017'],
  ['nickname', 'bag 1', 'bag 1'],
])('REP-13 %s %s is shown as %s', (field, value, shown) => {
  expect(viewByLabel(field, value)).toBe(shown)
})
