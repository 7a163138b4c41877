import { expect, test } from 'vitest'
import { chosenFilters, fieldOptions, optionLabel, withToggled } from './filters'
import { REPORT_DEFAULTS } from './model'

test('REP-13 only fields and values that the farm has', () => {
  const filters = {
    oysterType: ['Pacific oyster'],
    seedSource: [],
    meshSize: ['beach', 'raft'],
    other: ['x'],
    month: null,
  }
  expect(fieldOptions(filters)).toEqual([
    { key: 'animal', label: 'Animal Type', options: ['Pacific oyster'] },
    { key: 'equipment', label: 'Equipment', options: ['beach', 'raft'] },
  ])
})

test('REP-13 several values of a field, and none leaves the URL', () => {
  expect(withToggled(undefined, 'beach')).toEqual(['beach'])
  expect(withToggled(['beach'], 'raft')).toEqual(['beach', 'raft'])
  expect(withToggled(['beach', 'raft'], 'beach')).toEqual(['raft'])
  expect(withToggled(['raft'], 'raft')).toBeUndefined()
})

test('months and days are shown in words', () => {
  expect(optionLabel('month', '3')).toBe('March')
  expect(optionLabel('month', 'unknown')).toBe('unknown')
  expect(optionLabel('planted', '2017-03-01')).toBe('1 Mar 2017')
  expect(optionLabel('fill', 'bag 1')).toBe('bag 1')
})

test('the chosen filters, one by one', () => {
  expect(chosenFilters({ ...REPORT_DEFAULTS, fill: ['bag 1', 'bag 2'], animal: ['Pacific oyster'] })).toEqual([
    { key: 'animal', label: 'Animal Type', value: 'Pacific oyster' },
    { key: 'fill', label: 'Fill Profile', value: 'bag 1' },
    { key: 'fill', label: 'Fill Profile', value: 'bag 2' },
  ])
})
