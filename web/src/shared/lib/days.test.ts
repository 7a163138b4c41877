import { describe, expect, test } from 'vitest'
import { addDays, dayHeading, dayIn, daysBetween, formatDay, formatInstant, formatRange, isDay, todayAt } from './days'

describe('calendar days', () => {
  test.each([
    ['2017-11-30', true],
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2017-13-01', false],
    ['2017-1-1', false],
    ['', false],
    ['2017-11-30T00:00:00Z', false],
  ])('isDay(%s) is %s', (text, day) => {
    expect(isDay(text)).toBe(day)
  })

  test('FARM-4 a date is the same day in every zone', () => {
    expect(formatDay('2031-02-28')).toBe('28 Feb 2031')
    expect(formatDay('2031-02-28T00:00:00.000Z')).toBe('28 Feb 2031')
  })

  test('a text that is no day is shown as it is', () => {
    expect(formatDay('until revoked')).toBe('until revoked')
    expect(formatDay('')).toBe('')
  })

  test('a range names its year once where it can', () => {
    expect(formatRange('2017-03-01', '2017-11-30')).toBe('1 Mar to 30 Nov 2017')
    expect(formatRange('2017-08-24', '2017-08-31')).toBe('24 to 31 Aug 2017')
    expect(formatRange('2017-11-30', '2017-11-30')).toBe('30 Nov 2017')
    expect(formatRange('2016-12-01', '2017-02-28')).toBe('1 Dec 2016 to 28 Feb 2017')
  })

  test('days between cross a leap day and a change of clocks', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2)
    expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1)
    expect(daysBetween('', '2026-11-19')).toBeNaN()
  })

  test("REP-11 today is the farm's, not the reader's", () => {
    const instant = new Date('2026-11-20T03:00:00Z')
    expect(todayAt({ utcOffset: -480 }, instant)).toBe('2026-11-19')
    expect(todayAt({ utcOffset: 660 }, instant)).toBe('2026-11-20')
    expect(todayAt({ timeZone: 'America/Los_Angeles', utcOffset: 0 }, instant)).toBe('2026-11-20')
    expect(todayAt({ timeZone: 'America/Los_Angeles' }, instant)).toBe('2026-11-19')
  })

  test("an instant's day is that of a zone, and the reader's where the zone is unknown", () => {
    const instant = new Date('2026-11-20T03:00:00Z')
    expect(dayIn('America/Los_Angeles', instant)).toBe('2026-11-19')
    expect(dayIn('Australia/Hobart', instant)).toBe('2026-11-20')
    expect(dayIn('No/Such_Zone', instant)).toMatch(/^2026-11-(19|20)$/)
  })
})

test('an instant is told on the clock of a zone, which is named', () => {
  const instant = Date.UTC(2026, 10, 20, 14, 5)
  expect(formatInstant(instant)).toBe('20 Nov 2026, 14:05 UTC')
  expect(formatInstant(instant, 'America/Los_Angeles')).toBe('20 Nov 2026, 06:05 PST')
  expect(formatInstant(Date.UTC(2026, 8, 5, 23, 59), 'Australia/Hobart')).toBe('6 Sep 2026, 09:59 GMT+10')
  expect(formatInstant(Date.UTC(2026, 8, 5), 'UTC')).toBe('5 Sep 2026, 00:00 UTC')
  expect(formatInstant(instant, 'Nowhere/Land')).toBe(formatInstant(instant))
})

test('a day some days on or back, over months and leap years', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('', 1)).toBe('')
})

test.each([
  ['2026-11-21', 'Today, 21 November'],
  ['2026-11-20', 'Yesterday, 20 November'],
  ['2026-11-19', 'Thursday 19 November'],
  ['2025-11-19', '19 Nov 2025'],
])('the heading of %s is "%s"', (day, heading) => {
  expect(dayHeading(day, '2026-11-21')).toBe(heading)
})
