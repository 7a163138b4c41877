import { expect, test } from 'vitest'
import { FEATURES, featuresFor, lostFeatures } from './features'

test('AFARM-7 fifteen features, eight of them for distributors only', () => {
  expect(FEATURES).toHaveLength(15)
  const labels = (type: string) => featuresFor(type).map(({ label }) => label)
  expect(labels('distributor')).toHaveLength(15)
  expect(labels('farm')).toEqual([
    'Companies',
    'Items',
    'Logs',
    'Sales orders',
    'Bill of lading',
    'Pack out',
    'QuickBooks',
  ])
  expect(labels('')).toEqual(labels('farm'))
})

test('AFARM-7 a distributor that becomes a farm loses those of distributors that are on', () => {
  const features = { inventory: true, purchases: false, logs: true, wetStorage: true }
  expect(lostFeatures({ features }, 'farm')).toEqual(['Inventory', 'Wet storage'])
  expect(lostFeatures({ features }, 'distributor')).toEqual([])
})
