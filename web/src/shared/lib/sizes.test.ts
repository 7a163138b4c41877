import { expect, test } from 'vitest'
import { byGrowth } from './sizes'

const grown = (...labels: string[]) => byGrowth(labels, (label) => label).map(({ one, step }) => [one, step])

test('sizes stand from seed on, each with its own step of the ramp', () => {
  expect(grown('Intermediate', 'Nursery', 'Petite', 'Seed', 'Standard')).toEqual([
    ['Seed', 1],
    ['Nursery', 2],
    ['Intermediate', 3],
    ['Petite', 4],
    ['Standard', 5],
  ])
})

test('a size keeps its step where others are missing', () => {
  expect(grown('Standard', 'Nursery')).toEqual([
    ['Nursery', 2],
    ['Standard', 5],
  ])
})

test('words of one step are spread over the ramp', () => {
  expect(grown('Extra large', 'Large', 'Medium', 'Small', 'Extra small')).toEqual([
    ['Extra small', 1],
    ['Small', 2],
    ['Medium', 3],
    ['Large', 4],
    ['Extra large', 5],
  ])
})

test('numbers grow by value', () => {
  expect(grown('60 mm', '100 mm', '40 mm')).toEqual([
    ['40 mm', 1],
    ['60 mm', 2],
    ['100 mm', 3],
  ])
})

test('more sizes than steps still go from the first to the last', () => {
  const steps = grown('1', '2', '3', '4', '5', '6', '7').map(([, step]) => step)
  expect(steps).toEqual([1, 2, 2, 3, 4, 4, 5])
})

test('a name that says no size comes last, without a step', () => {
  expect(grown('Mystery', 'Standard', 'Seed')).toEqual([
    ['Seed', 1],
    ['Standard', 5],
    ['Mystery', null],
  ])
})
