import { expect, test } from 'vitest'
import { cellsOf, kindsOf } from './model'

test('REP-10 the most used types first, equal ones by name', () => {
  const kinds = kindsOf({ total: 40, chartData: { tray: 10, bag: 20, cage: 10 } })
  expect(kinds).toEqual([
    { type: 'bag', count: 20, share: 0.5 },
    { type: 'cage', count: 10, share: 0.25 },
    { type: 'tray', count: 10, share: 0.25 },
  ])
  expect(cellsOf(kinds)).toEqual([
    ['Container type', 'Count in use'],
    ['bag', 20],
    ['cage', 10],
    ['tray', 10],
  ])
})

test('REP-10 no containers', () => {
  expect(kindsOf({ total: 0, chartData: {} })).toEqual([])
  expect(kindsOf({ total: 0, chartData: { bag: 0 } })).toEqual([{ type: 'bag', count: 0, share: 0 }])
})
