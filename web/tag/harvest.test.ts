import { expect, test } from 'vitest'
import { farm, tag } from './fixtures'
import { harvestLine, harvestOf, iceLine, placeOf } from './harvest'
import type { TagFields } from './page'

test.each([
  ['Willapa Bay, Stony Point 4', 'Stony Point 4, Willapa Bay'],
  ['Bahía Falsa, Racks Norte', 'Racks Norte, Bahía Falsa'],
  ['Stony Point 4, Willapa Bay', 'Stony Point 4, Willapa Bay'],
  ['Willapa Bay and Damariscotta River', 'Willapa Bay and Damariscotta River'],
  ['Bay Center, Willapa Bay', 'Bay Center, Willapa Bay'],
  ['Totten Inlet, Lot 3, Row 4', 'Totten Inlet, Lot 3, Row 4'],
])('%s is said as "at %s"', (harvestLocation, place) => {
  expect(harvestLine(farm, { harvestDate: '2026-11-15', harvestLocation }, false)).toBe(
    `Harvested 15 Nov 2026 at ${place}.`,
  )
})

test('the line says what is on record, and no more', () => {
  expect(harvestLine(farm, { harvestDate: '2026-11-15' }, true)).toBe('Harvested 15 Nov 2026.')
  expect(harvestLine(farm, { harvestLocation: 'Willapa Bay', parcel: '87' }, true)).toBe(
    'Harvested at Willapa Bay, parcel 87.',
  )
  expect(harvestLine(farm, { harvestDate: 'soon' }, true)).toBe('')
  expect(harvestLine({}, {}, true)).toBe('')
})

test("a farm that says 'Processing Date' processed on that day", () => {
  const processor = { labels: { harvest: 'Processing Date' } }
  const of = { harvestDate: '2026-11-14', processingDate: '2026-11-15', harvestLocation: 'Willapa Bay' }
  expect(harvestLine(processor, of, false)).toBe('Harvested at Willapa Bay. Processed 15 Nov 2026.')
  expect(harvestLine(processor, { ...of, processingDate: '' }, false)).toBe('Harvested 14 Nov 2026 at Willapa Bay.')
})

const iced = (icingDate: string, icingTime: string, over: TagFields = {}) =>
  iceLine(farm, { ...tag, icingDate, icingTime, ...over })

test.each([
  ['2026-11-14', '8:05 am', 'On ice 1 h 25 min later.'],
  ['2026-11-14', '7:00 am', 'On ice 20 min later.'],
  ['2026-11-14', '7:40 am', 'On ice 1 h later.'],
  ['2026-11-15', '6:40 am', 'On ice 1 day later.'],
  ['2026-11-16', '2:50 pm', 'On ice 2 days 8 h later.'],
  ['2026-11-14', '', 'On ice the same day.'],
  ['2026-11-15', '', 'On ice 1 day later.'],
  ['2026-11-14', '6:40 am', ''],
  ['2026-11-13', '6:40 am', ''],
  ['', '', ''],
])('iced on %s at %s: %s', (day, time, words) => {
  expect(iced(day, time)).toBe(words)
})

test('a blank time counts nothing', () => {
  expect(iced('2026-11-14', '8:05 am', { harvestTime: '' })).toBe('On ice the same day.')
})

test('a tag made from one other was harvested where that was', () => {
  const root = { harvestLocation: 'Willapa Bay', parcel: '112' }
  const own = { harvestLocation: 'Hood Canal' }
  const at = (of: TagFields, growerNames: string) => placeOf(harvestOf({ ...farm, growerNames }, of, root))
  expect(at({}, 'Stony Point')).toBe('Willapa Bay, parcel 112')
  expect(at(own, 'Stony Point')).toBe('Hood Canal')
  expect(at({}, 'Stony Point, Tide Farm')).toBe('')
})
