import { describe, expect, test } from 'vitest'
import { fromLots, inParts, inUnits, packed, packedAs } from './packing'

describe('TAG-4 containers of one size', () => {
  test.each([
    // total, each, containers, sizes, rest
    [1200, 100, 12, Array(12).fill(100), 0],
    [1234, 100, 12, Array(12).fill(100), 34],
    [1234, 100, null, [...Array(12).fill(100), 34], 0],
    [1234, 100, 13, [...Array(12).fill(100), 34], 0],
    [50, 100, null, [50], 0],
    [50, 100, 1, [50], 0],
    [1, 1, 1, [1], 0],
  ])('%i in containers of %i, %s of them', (total, each, containers, sizes, rest) => {
    expect(packed(total, each, containers)).toEqual({ sizes, rest })
  })

  test.each([
    [1234, 100, 14],
    [100, 100, 2],
    [0, 100, 1],
    [100, 0, 1],
    [100, 10, 0],
  ])('%i do not reach into containers of %i, %i of them', (total, each, containers) => {
    expect(packed(total, each, containers)).toBeNull()
  })

  test('nothing is lost or made up, whatever is typed', () => {
    for (let total = 1; total <= 60; total++) {
      for (let each = 1; each <= 20; each++) {
        for (const containers of [null, 1, 2, 3, 5, 8]) {
          const found = packed(total, each, containers)
          if (!found) continue
          const sum = found.sizes.reduce((all, size) => all + size, 0)
          expect(sum + found.rest).toBe(total)
          expect(Math.min(...found.sizes)).toBeGreaterThan(0)
          expect(found.rest).toBeGreaterThanOrEqual(0)
        }
      }
    }
  })

  test('a number of containers that is none is not guessed at', () => {
    expect(packedAs(100, 10, 'a few')).toBeNull()
    expect(packedAs(100, 10, ' ')?.sizes).toHaveLength(10)
  })
})

describe('parts of a unit', () => {
  test.each([
    ['1,200', 'each', 1200],
    ['8.333', 'dozen', 100],
    ['2.5', 'dozen', 30],
    ['2,5', 'bushel', 2500],
    ['1', 'bag', 1000],
    ['1.5', 'each', null],
    ['0', 'kg', null],
    ['0.0001', 'kg', null],
    ['', 'kg', null],
  ] as const)('%s %s', (text, unit, parts) => {
    expect(inParts(text, unit)).toBe(parts)
  })

  test('go back to what the unit counts', () => {
    expect(inUnits(100, 'dozen')).toBe(8.333)
    expect(inUnits(2500, 'bushel')).toBe(2.5)
  })
})

test('containers are filled from one lot after another', () => {
  const lots = [
    { lotId: 'a', left: 150 },
    { lotId: 'b', left: 100 },
  ]
  expect(fromLots(lots, [100, 100, 50])).toEqual([
    [{ lotId: 'a', animals: 100 }],
    [
      { lotId: 'a', animals: 50 },
      { lotId: 'b', animals: 50 },
    ],
    [{ lotId: 'b', animals: 50 }],
  ])
  expect(lots[0]?.left).toBe(150)
})
