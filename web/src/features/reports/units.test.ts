import { expect, test } from 'vitest'
import { atPoint, fileHead, inFile, inLegend, inTable, inWords, onAxis } from './units'

test.each([
  ['animals', 2082, '2.1K', '2.1K', '2,082', '2,082', '2,082', 2082],
  ['mm', 62.4849, '62.48', '62.48 mm', '62.48 mm', '62.5', '62.5 mm', 62.48],
  ['percent', 92.9466, '92.95%', '92.95%', '92.95%', '92.95%', '92.95%', 92.95],
  ['percent', 20, '20%', '20.0%', '20.0%', '20.0%', '20.0%', 20],
] as const)('REP-8 REP-14 %s %d', (unit, value, axis, legend, words, table, point, file) => {
  expect(onAxis(value, unit)).toBe(axis)
  expect(inLegend(value, unit)).toBe(legend)
  expect(inWords(value, unit)).toBe(words)
  expect(inTable(value, unit)).toBe(table)
  expect(atPoint(value, unit)).toBe(point)
  expect(inFile(value, unit)).toBe(file)
})

test('what is not known is a gap, never a zero', () => {
  expect(inTable(null, 'mm')).toBe('–')
  expect(atPoint(null, 'mm')).toBe('–')
  expect(inFile(null, 'percent')).toBe('')
})

test.each([
  ['Site A', 'percent', 'Site A (%)'],
  ['% Yield', 'percent', '% Yield'],
  ['Average Size', 'mm', 'Average Size (mm)'],
  ['Inventory', 'animals', 'Inventory'],
] as const)('a column %s of %s is headed %s in the file', (head, unit, text) => {
  expect(fileHead(head, unit)).toBe(text)
})
