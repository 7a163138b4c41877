import { expect, test } from 'vitest'
import { inOrder, viewByLabel } from './viewBy'

test.each([
  ['month', '3', 'March'],
  ['month', 'unknown', 'unknown'],
  ['datePlanted', '2017-03-01', '1 Mar 2017'],
  ['nickname', 'bag 1', 'bag 1'],
])('REP-13 %s %s is shown as %s', (field, value, shown) => {
  expect(viewByLabel(field, value)).toBe(shown)
})

test('REP-13 sizes are offered as they grow, all else as it came', () => {
  const sizes = ['Intermediate', 'Nursery', 'Petite', 'Seed', 'Standard']
  expect(inOrder('sizeLabel', sizes)).toEqual(['Seed', 'Nursery', 'Intermediate', 'Petite', 'Standard'])
  expect(inOrder('nickname', sizes)).toEqual(sizes)
})
