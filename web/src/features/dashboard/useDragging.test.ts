import { expect, test } from 'vitest'
import { placeUnder } from './useDragging'

const box = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height)
/** Two rows of two, and a column of a low and a high one. */
const GRID = [box(0, 0, 100, 50), box(110, 0, 100, 50), box(0, 60, 100, 50), box(110, 60, 100, 50)]
const COLUMN = [box(0, 0, 100, 40), box(0, 50, 100, 100)]

test.each([
  ['over itself', GRID, 0, 50, 25, null],
  ['beside all', GRID, 0, 105, 25, null],
  ['not yet past the middle of the right one', GRID, 0, 150, 25, null],
  ['past the middle of the right one', GRID, 0, 170, 25, 1],
  ['back past the middle of the left one', GRID, 1, 40, 25, 0],
  ['not yet past the middle of the one below', GRID, 0, 50, 80, null],
  ['past the middle of the one below', GRID, 0, 50, 90, 2],
  ['aslant to the row below', GRID, 0, 160, 90, 3],
  ['a low one into a high one', COLUMN, 0, 50, 90, null],
  ['a low one past the middle of a high one', COLUMN, 0, 50, 105, 1],
])('DASH-2 dragged %s', (_, boxes, from, x, y, to) => {
  expect(placeUnder(boxes, from, { x, y })).toBe(to)
})
