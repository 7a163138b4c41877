import { expect, test } from 'vitest'
import { farm, tag } from './fixtures'
import type { Farm, TagFields } from './page'
import { timeline } from './timeline'

const titles = (of: TagFields, on: Farm = farm) => timeline(on, of).map((step) => step.title)
const shown = (of: TagFields, on: Farm = farm) =>
  timeline(on, of).map((step) => [step.title, step.detail, step.when?.label])

test('TAGP-7 every step with its title and data', () => {
  expect(shown(tag)).toEqual([
    ['Harvest', 'Willapa Bay, parcel 112', '14 Nov 2026, 6:40 am'],
    ['Original Shipper', 'WA-1234-SP', undefined],
    ['Ice/Refrigeration', '', '14 Nov 2026, 8:05 am'],
    ['Received Date', '', '15 Nov 2026, 12:00 am'],
    ['Wet Storage Lot #', 'W-2611-07', undefined],
    ['Wet Storage Start Date', '', '15 Nov 2026'],
    ['Wet Storage End Date', '', '16 Nov 2026'],
    ['Ship', 'Pike Place Fish', '16 Nov 2026, 2:30 pm'],
  ])
})

test('TAGP-7 steps without data are left out', () => {
  expect(timeline({}, {})).toEqual([])
  expect(timeline(farm, { harvestTime: '', destination: ' ' })).toEqual([])
})

test('TAGP-7 the shipper is a Harvester by vendor type', () => {
  expect(titles({ sourceCert: 'X', vendorType: 'Harvester' })).toEqual(['Harvester'])
  expect(titles({ sourceCert: 'X', vendorType: 'Dealer' })).toEqual(['Original Shipper'])
})

test.each([
  [{ harvestLocation: 'Bay', parcel: '1' }, 'Bay, parcel 1'],
  [{ harvestLocation: 'Bay', parcel: 'Parcel 1' }, 'Bay, Parcel 1'],
  [{ harvestLocation: 'Bay' }, 'Bay'],
  [{ parcel: '1' }, 'Parcel 1'],
])('TAGP-7 the harvest place of %j is %s', (of, place) => {
  expect(timeline(farm, of)[0]?.detail).toBe(place)
})

test('TAGP-7 a farm so set tells its Processing Date', () => {
  const processor = { ...farm, labels: { harvest: 'Processing Date' } }
  const both = { harvestDate: '2026-11-14', processingDate: '2026-11-15', harvestTime: '7:00 am' }
  expect(shown(both, processor)).toEqual([['Processing Date', '', '15 Nov 2026, 7:00 am']])
  expect(shown({ ...both, processingDate: null }, processor)).toEqual([['Processing Date', '', '14 Nov 2026, 7:00 am']])
  expect(shown(both)).toEqual([['Harvest', '', '14 Nov 2026, 7:00 am']])
})

test('TAGP-8 Harvest and Original Shipper come first whatever their dates, the rest by date', () => {
  expect(
    titles({
      harvestDate: '2026-12-31',
      sourceCert: 'X',
      shipDate: '2026-11-02',
      icingDate: '2026-11-03',
      receiptDate: '2026-11-01',
    }),
  ).toEqual(['Harvest', 'Original Shipper', 'Received Date', 'Ship', 'Ice/Refrigeration'])
})

test('TAGP-8 on one day Ice precedes Wet, Wet precedes Ship and Start precedes End', () => {
  const day = '2026-11-14'
  const oneDay = {
    shipDate: day,
    wetStorageEndDate: day,
    wetStorageDate: day,
    wetStorageLot: 'W',
    icingDate: day,
    icingTime: '11:00 pm',
  }
  expect(titles(oneDay)).toEqual([
    'Ice/Refrigeration',
    'Wet Storage Lot #',
    'Wet Storage Start Date',
    'Wet Storage End Date',
    'Ship',
  ])
})

test('TAGP-8 receipt stands before the ice of its day only when the clock says so', () => {
  const day = { receiptDate: '2026-11-14', icingDate: '2026-11-14', shipDate: '2026-11-14' }
  const early = ['Received Date', 'Ice/Refrigeration', 'Ship']
  const late = ['Ice/Refrigeration', 'Received Date', 'Ship']
  expect(titles({ ...day, receiptTime: '6:00 am', icingTime: '8:05 am' })).toEqual(early)
  expect(titles({ ...day, receiptTime: '9:00 am', icingTime: '8:05 am' })).toEqual(late)
  expect(titles({ ...day, receiptTime: '', icingTime: '8:05 am' })).toEqual(late)
})

test('TAGP-8 a step without a date comes last', () => {
  expect(titles({ icingTime: '8:05 am', shipDate: '2026-11-16' })).toEqual(['Ship', 'Ice/Refrigeration'])
  expect(titles({ wetStorageLot: 'W', wetStorageEndDate: '2026-11-15', shipDate: '2026-11-16' })).toEqual([
    'Wet Storage Lot #',
    'Wet Storage End Date',
    'Ship',
  ])
})

test('between stops stands how long it took', () => {
  expect(timeline(farm, tag).map(({ title, since }) => [title, since])).toEqual([
    ['Harvest', ''],
    ['Original Shipper', ''],
    ['Ice/Refrigeration', '1 h 25 min after harvest'],
    ['Received Date', '1 day later'],
    ['Wet Storage Lot #', ''],
    ['Wet Storage Start Date', ''],
    ['Wet Storage End Date', '1 day later'],
    ['Ship', ''],
  ])
})
