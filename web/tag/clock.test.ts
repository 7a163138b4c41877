import { expect, test } from 'vitest'
import { dayMoment, moment, readTime, timeText } from './clock'

test.each([
  ['2026-11-04', '4 Nov 2026'],
  ['2024-02-29', '29 Feb 2024'],
  ['2026-11-14T23:30:00-08:00', '15 Nov 2026'],
  ['2026-11-14T00:00:00.000Z', '14 Nov 2026'],
  [Date.UTC(2026, 0, 1, 23, 59), '1 Jan 2026'],
  [-1, '31 Dec 1969'],
])('TAGP-9 the date %s reads %s in UTC', (value, shown) => {
  expect(dayMoment(value)?.label).toBe(shown)
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', 'last Tuesday', '2026-11-14Tnoon'])(
  'TAGP-9 the unreadable date %s is shown as recorded',
  (value) => {
    expect(dayMoment(value)).toEqual({ label: value })
  },
)

test.each([
  ['6:40 am', '6:40 am'],
  ['06:40AM', '6:40 am'],
  ['12:00 am', '12:00 am'],
  ['12:05 pm', '12:05 pm'],
  ['2:30 p.m.', '2:30 pm'],
  ['2 pm', '2:00 pm'],
  ['18:05', '6:05 pm'],
  ['', '12:00 am'],
  [null, '12:00 am'],
])('TAGP-9 the time %j reads %s', (value, shown) => {
  expect(timeText(readTime(value) ?? -1)).toBe(shown)
  expect(moment('2026-11-14', value)?.label).toBe(`14 Nov 2026, ${shown}`)
})

test.each(['25:00', '6:75 am', '13:00 pm', '0:10 am', 'dawn', '6'])(
  'TAGP-9 the unreadable time %s is shown as recorded',
  (value) => {
    expect(readTime(value)).toBeNull()
    expect(moment('2026-11-14', value)).toEqual({ label: `14 Nov 2026, ${value}`, iso: '2026-11-14' })
  },
)

test('TAGP-9 a time without a date stands alone, and nothing at all is no moment', () => {
  expect(moment('', '6:40 am')).toEqual({ label: '6:40 am' })
  expect(moment('', '')).toBeNull()
  expect(moment(null, undefined)).toBeNull()
})
