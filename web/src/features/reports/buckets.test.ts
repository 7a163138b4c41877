import { expect, test } from 'vitest'
import type { Bucket, Report } from '@/api'
import { addDays, formatDay } from '@/shared/lib/days'
import { bucketName, isPart, MOST_COLUMNS, namesOf, partWords, roomWords, withRoom } from './buckets'

function answer(frequency: string, spans: [string, string][], part: Partial<Report> = {}): Report {
  const data = spans.map(([from, to]) => ({ from, to, harvest: 1, value: 1, values: [1] }) as unknown as Bucket)
  return {
    metric: 'Harvest',
    unit: 'animals',
    graphType: 'count',
    frequency,
    segment: '',
    series: [],
    data,
    ...part,
  } as Report
}

test.each([
  ['Yearly', '2017-01-01', '2017-12-31', '2017', '2017', false],
  ['Yearly', '2017-03-01', '2017-11-30', '1 Mar to 30 Nov 2017', '1 Mar to 30 Nov', true],
  ['Monthly', '2017-11-01', '2017-11-30', 'Nov 2017', 'Nov', false],
  ['Monthly', '2026-08-24', '2026-08-31', '24 to 31 Aug 2026', '24 to 31 Aug', true],
  ['Monthly', '2026-11-01', '2026-11-22', '1 to 22 Nov 2026', '1 to 22 Nov', true],
  ['Monthly', '2026-11-22', '2026-11-22', '22 Nov 2026', '22 Nov', true],
  ['Weekly', '2026-11-16', '2026-11-22', '16 to 22 Nov 2026', '16 to 22 Nov', false],
  ['Weekly', '2026-09-28', '2026-10-04', '28 Sep to 4 Oct 2026', '28 Sep to 4 Oct', false],
  ['Weekly', '2026-11-16', '2026-11-19', '16 to 19 Nov 2026', '16 to 19 Nov', true],
  ['Weekly', '2026-11-23', '2026-11-23', '23 Nov 2026', '23 Nov', true],
  ['Monthly', '2026-11-01', '2026-11-01', '1 Nov 2026', '1 Nov', true],
  ['Daily', '2026-11-22', '2026-11-22', '22 Nov 2026', '22 Nov', false],
])('REP-12 a bucket says its span: %s from %s to %s', (frequency, from, to, full, axis, part) => {
  const one = answer(frequency, [[from, to]])
  const every = ({ Yearly: 'year', Monthly: 'month', Weekly: 'week', Daily: 'day' } as const)[frequency] ?? 'month'
  expect(bucketName({ from, to }, every)).toBe(full)
  expect(isPart({ from, to }, every)).toBe(part)
  expect(namesOf(one)[0]).toMatchObject({ axis, full, part })
  expect(partWords(one, true)).toBe(part ? `Outlined: only a part of a ${every}, ${full}.` : '')
  const stock = { ...one, metric: 'Inventory' }
  expect(namesOf(stock)[0]).toMatchObject({
    full: from === to ? full : `${formatDay(to)}, end of ${axis}`,
    part: false,
  })
  expect(partWords(stock, true)).toBe('')
})

test('over several years the axis says the year', () => {
  const names = namesOf(
    answer('Monthly', [
      ['2016-12-01', '2016-12-31'],
      ['2017-01-01', '2017-01-20'],
    ]),
  )
  expect(names.map(({ axis }) => axis)).toEqual(['Dec 2016', '1 to 20 Jan 2017'])
})

/** So many days from the first of 2017, each with one animal harvested. */
const days = (count: number, part: Partial<Report> = {}) =>
  answer(
    'Daily',
    Array.from({ length: count }, (_, index) => [addDays('2017-01-01', index), addDays('2017-01-01', index)]),
    part,
  )

test('columns that have no room are drawn by the next longer bucket, with a word about it', () => {
  const few = days(MOST_COLUMNS)
  expect(withRoom(few)).toBe(few)
  expect(roomWords(few, withRoom(few))).toBe('')
  const year = withRoom(days(365))
  expect(year.frequency).toBe('Weekly')
  expect(year.data).toHaveLength(53)
  expect(year.data.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(365)
  expect(year.data[0]).toMatchObject({ from: '2017-01-01', to: '2017-01-01', value: 1, harvest: 1 })
  const decade = withRoom(days(3653))
  expect(decade.frequency).toBe('Monthly')
  expect(decade.data).toHaveLength(121)
  expect(roomWords(days(3653), decade)).toBe(
    'Drawn by month: 3,653 days have no room for a column each. The table has them all.',
  )
})

test('longer buckets weigh shares by the harvest, and say of what is so at the end what is so at the end', () => {
  const shares = days(365, { unit: 'percent', graphType: 'share' })
  shares.data = shares.data.map((row, index) => ({
    ...row,
    harvest: index === 1 ? 30 : index === 2 ? 10 : 0,
    value: index === 1 || index === 2 ? 100 : null,
    values: [index === 1 ? 100 : index === 2 ? 0 : null],
  }))
  expect(withRoom(shares).data[1]).toMatchObject({
    from: '2017-01-02',
    to: '2017-01-08',
    harvest: 40,
    value: 100,
    values: [75],
  })
  expect(withRoom(shares).data[2]?.values).toEqual([null])
  const stock = days(365, { metric: 'Yield' })
  stock.data = stock.data.map((row, index) => ({ ...row, values: [index] }))
  expect(withRoom(stock).data[1]?.values).toEqual([7])
})

test('ranks are those of the calendar', () => {
  const ranks = namesOf(
    answer(
      'Daily',
      ['2017-01-03', '2017-01-09', '2017-02-01', '2017-04-01', '2018-01-01', '2025-01-01', '2020-01-01'].map((day) => [
        day,
        day,
      ]),
    ),
  ).map(({ rank }) => rank)
  expect(ranks).toEqual([0, 1, 2, 3, 4, 5, 6])
})
