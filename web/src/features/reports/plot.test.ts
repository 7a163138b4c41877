import { describe, expect, test } from 'vitest'
import type { Report } from '@/api'
import { addDays } from '@/shared/lib/days'
import { namesOf, spanNames } from './buckets'
import { type Chart, endsFit, namesWithRoom, plotOf, rowAt, spread } from './plot'

const SIZE = { width: 640, height: 320 }

/** Two whole months between parts of two. */
const SEASON = [
  { from: '2026-08-28', to: '2026-08-31' },
  { from: '2026-09-01', to: '2026-09-30' },
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-11-01', to: '2026-11-25' },
]

function chart(layers: boolean, ...values: (number | null)[][]): Chart {
  const names = (values[0] ?? []).map((_, row) => ({
    axis: `${row + 1} Nov`,
    brief: `${row + 1} Nov`,
    full: `${row + 1} Nov 2017`,
    rank: 0,
    part: false,
  }))
  const series = values.map((each, index) => ({ key: `${index}`, label: `${index}`, values: each }))
  return { names, series, unit: 'animals', layers }
}

/** The points that a path goes through. */
const points = (shape = '') => shape.match(/-?[\d.]+,-?[\d.]+/g)?.map((pair) => pair.split(',').map(Number)) ?? []

/** From, to and how high each piece of a layer is. */
const pieces = (shape = '') =>
  [...shape.matchAll(/M([\d.]+),([\d.]+)V([\d.]+)h([\d.]+)/g)].map(([, left, from, to, width]) => ({
    left: Number(left),
    width: Number(width),
    height: Number(from) - Number(to),
  }))

describe('lines', () => {
  test('begin and end inside the axes, zero at the bottom and the last mark at the top', () => {
    const plot = plotOf(chart(false, [0, 100, 50]), SIZE)
    const [first, second, third] = points(plot.paths[0]?.shape)
    expect(first).toEqual([plot.left + 12, plot.bottom])
    expect(second).toEqual([(plot.left + plot.right) / 2, 10])
    expect(third).toEqual([plot.right - 12, (plot.bottom + 10) / 2])
    expect(plot.numbers.at(-1)).toEqual({ at: 10, text: '100' })
  })

  test('REP-8 have a gap where nothing is known, and dots where a point stands alone', () => {
    const { paths } = plotOf(chart(false, [1, null, 3, 4], [null, null, null, null]), SIZE)
    expect(paths[0]?.shape.match(/M/g)).toHaveLength(2)
    expect(paths[0]?.dots.match(/M/g)).toHaveLength(2)
    expect(paths[1]).toMatchObject({ shape: '', dots: '' })
  })

  test('REP-12 what leads to a part of a bucket and on from it stands by itself, none of it twice', () => {
    const one = chart(false, [1, 2, null, 4, 5, 6])
    const whole = plotOf(one, SIZE)
    const names = one.names.map((name, row) => ({ ...name, part: row === 0 || row === 5 }))
    const { paths } = plotOf({ ...one, names }, SIZE)
    const at = points(whole.paths[0]?.shape)
    expect(points(paths[0]?.parts)).toEqual([at[0], at[1], at[3], at[4]])
    expect(paths[0]?.shape.match(/L/g)).toHaveLength(1)
    expect(whole.paths[0]?.shape.match(/L/g)).toHaveLength(3)
    expect(whole.paths[0]?.parts).toBe('')
    expect(paths[0]?.dots).toBe(whole.paths[0]?.dots)
  })

  test('that are joined go on to the next point that is known, and have a dot at each', () => {
    const { paths } = plotOf({ ...chart(false, [null, 1, null, null, 4, null, 3]), joined: true }, SIZE)
    expect(paths[0]?.shape).toMatch(/^M[^ML]+L[^ML]+L[^ML]+$/)
    expect(paths[0]?.dots.match(/M/g)).toHaveLength(3)
  })

  test('a single bucket stands in the middle', () => {
    const plot = plotOf(chart(false, [7]), SIZE)
    expect(plot.middles).toEqual([(plot.left + plot.right) / 2])
    expect([0, 300, 640].map((x) => rowAt(plot, x))).toEqual([0, 0, 0])
  })

  test('500 of 500 points are 500 paths', () => {
    const values = Array.from({ length: 500 }, (_, row) => row)
    const { paths } = plotOf(chart(false, ...Array.from({ length: 500 }, () => values)), SIZE)
    expect(paths).toHaveLength(500)
    expect(points(paths[499]?.shape)).toHaveLength(500)
  })
})

describe('layers', () => {
  test('what is a part is drawn by itself, at the same place', () => {
    const whole = chart(true, [30, 10])
    const plot = plotOf({ ...whole, names: whole.names.map((name, row) => ({ ...name, part: row === 1 })) }, SIZE)
    expect(pieces(plot.paths[0]?.shape)).toHaveLength(1)
    expect(pieces(plot.paths[0]?.parts)).toEqual(pieces(plotOf(whole, SIZE).paths[0]?.shape).slice(1))
  })

  test('stand on each other, side by side without touching, in proportion', () => {
    const plot = plotOf(chart(true, [30, 0, null], [10, 20, 40]), SIZE)
    const [below, above] = plot.paths.map(({ shape }) => pieces(shape))
    expect(below).toHaveLength(1)
    expect(above?.map(({ height }) => Math.round(height))).toEqual([70, 140, 280])
    expect(below?.[0]?.height).toBeCloseTo(3 * (above?.[0]?.height ?? 0))
    expect((above?.[1]?.left ?? 0) - (above?.[0]?.left ?? 0)).toBeGreaterThan(above?.[0]?.width ?? 0)
    expect(above?.[0]?.width).toBe(80)
  })
})

describe('the mark and the year before', () => {
  const before = [{ key: '0', label: 'Last year', values: [200, null, 50] }]

  test('are drawn to the scale of what they stand beside, which holds the highest of all', () => {
    const plot = plotOf({ ...chart(false, [10, 20, 30]), before, mark: [60, 60, null] }, SIZE)
    expect(plot.numbers.at(-1)).toEqual({ at: 10, text: '200' })
    expect(points(plot.paths[0]?.shape).map(([, y]) => y)).toEqual([10, 20, 30].map(plot.y))
    expect(points(plot.mark)).toEqual(plot.middles.slice(0, 2).map((x) => [x, plot.y(60)]))
    expect(points(plot.before[0]?.shape)).toEqual([
      [plot.middles[0], plot.y(200)],
      [plot.middles[2], plot.y(50)],
    ])
    // A year that is not known is a gap, and a number between two gaps has a dot.
    expect(plot.before[0]?.shape.match(/M/g)).toHaveLength(2)
    expect(plot.before[0]?.dots.match(/M/g)).toHaveLength(2)
  })

  test('are strokes across columns, as wide as these', () => {
    const plot = plotOf({ ...chart(true, [10, 20, 30], [20, 20, 20]), before }, SIZE)
    const columns = pieces(plot.paths[0]?.shape)
    const strokes = [...(plot.before[0]?.shape.matchAll(/M([\d.]+),([\d.]+)h([\d.]+)/g) ?? [])].map((found) =>
      found.slice(1).map(Number),
    )
    expect(strokes).toEqual([
      [columns[0]?.left, plot.y(200), columns[0]?.width],
      [columns[2]?.left, plot.y(50), columns[2]?.width],
    ])
  })

  test('leave the scale alone where there are none', () => {
    expect(plotOf(chart(false, [10, 20, 30]), SIZE).numbers.at(-1)?.text).toBe('30')
  })
})

describe('the names of buckets', () => {
  const days = Array.from({ length: 275 }, (_, index) => addDays('2017-02-26', index))
  const names = namesOf({
    metric: 'Inventory',
    frequency: 'Daily',
    data: days.map((day) => ({ from: day, to: day })),
  } as unknown as Report)

  test.each([320, 390, 640, 1280, 1440])(
    'never overprint, stay inside, and stand on dates of the calendar at %d px',
    (width) => {
      const step = (width - 90) / 274
      const marks = namesWithRoom(
        names,
        names.map((_, row) => 70 + row * step),
        width,
      )
      expect(marks.length).toBeGreaterThan(1)
      for (const [index, { at, text }] of marks.entries()) {
        expect(text).toMatch(/^1 /)
        const room = (other: string) => (other.length * 7.5) / 2
        expect(at + room(text)).toBeLessThanOrEqual(width)
        const before = marks[index - 1]
        if (before) expect(at - before.at).toBeGreaterThanOrEqual(room(text) + room(before.text) + 16)
      }
    },
  )

  const unranked = (...texts: string[]) => texts.map((axis) => ({ axis, rank: 0 }))

  test('are the last alone where there is room for one, and both ends where there is room for two', () => {
    expect(namesWithRoom(unranked('1 Nov', '2 Nov'), [50, 70], 100)).toEqual([{ at: 70, text: '2 Nov' }])
    expect(namesWithRoom(unranked('1 Nov', '2 Nov', '3 Nov'), [20, 50, 80], 120).map(({ text }) => text)).toEqual([
      '1 Nov',
      '3 Nov',
    ])
  })

  test('between long names at both ends are those that have room', () => {
    const named = unranked('26 to 31 Aug', 'Sep', 'Oct', '1 to 23 Nov')
    const middles = [70, 160, 250, 340]
    expect(namesWithRoom(named, middles, 390).map(({ text }) => text)).toEqual(named.map(({ axis }) => axis))
    expect(namesWithRoom(named, [70, 140, 200, 258], 390).map(({ text }) => text)).toEqual([
      '26 to 31 Aug',
      'Sep',
      '1 to 23 Nov',
    ])
  })

  test('are brief where that leaves none out', () => {
    const named = spanNames(SEASON, 'month', true)
    const on = (step: number) =>
      namesWithRoom(
        named,
        named.map((_, row) => 70 + row * step),
        390,
      ).map(({ text }) => text)
    expect(on(90)).toEqual(['28 to 31 Aug', 'Sep', 'Oct', '1 to 25 Nov'])
    expect(on(64)).toEqual(['28–31 Aug', 'Sep', 'Oct', '1–25 Nov'])
    expect(on(40)).toEqual(['28 to 31 Aug', '1 to 25 Nov'])
  })

  test('do not begin beside the picture', () => {
    const [first] = namesWithRoom(unranked('24 to 30 Nov 2025', '1 to 23 Nov 2026'), [57, 320], 390)
    expect(first?.at).toBe((17 * 7.5) / 2)
  })

  test('are all there where there is room', () => {
    const { names, middles } = plotOf(chart(true, [1, 2, 3, 4]), SIZE)
    expect(names.map(({ at }) => at)).toEqual(middles)
  })
})

describe('the names at the ends of lines', () => {
  const ends = [
    { label: 'Palix', number: '65.3K' },
    { label: 'Long Island Slough', number: '138.4K' },
  ]
  const lines = { ...chart(false, [30, 20], [40, null]), ends }

  test('stand where the lines end, beside a chart that is wide enough', () => {
    const plot = plotOf(lines, { width: 960, height: 320 })
    expect(plot.ends.map(({ at, name }) => [at, name])).toEqual([
      [plot.y(20), plot.y(20)],
      [plot.y(40), plot.y(40)],
    ])
    expect(plot.middles.at(-1)).toBe(plot.right - 12)
    expect(960 - plot.right).toBeGreaterThan(7.5 * 'Long Island Slough 138.4K'.length)
    const narrow = plotOf(lines, { width: 640, height: 320 })
    expect(narrow.ends).toEqual([])
    expect(narrow.right).toBe(636)
  })

  test('are those of lines of which something is known', () => {
    const { ends: named } = plotOf({ ...chart(false, [30], [null]), ends }, { width: 960, height: 320 })
    expect(named.map(({ label }) => label)).toEqual(['Palix'])
  })

  test('keep clear of each other, as near as they may be, and above the axis', () => {
    expect(spread([100, 20, 104], 300)).toEqual([100, 20, 118])
    expect(spread([300, 300, 300], 300)).toEqual([264, 282, 300])
    expect(spread([10, 290, 299], 300)).toEqual([10, 282, 300])
  })

  test('are a legend where they are many, or long', () => {
    expect(endsFit(ends)).toBe(true)
    expect(endsFit(Array.from({ length: 7 }, () => ({ label: 'A', number: '1' })))).toBe(false)
    expect(endsFit([{ label: 'the longest name that a growing area has', number: '1' }])).toBe(false)
  })
})

test('the bucket nearest to the pointer, also beside the axis', () => {
  const plot = plotOf(chart(false, [1, 2, 3]), SIZE)
  const [first = 0, second = 0, third = 0] = plot.middles
  expect([0, first, second - 20, second + 20, third, 9999].map((x) => rowAt(plot, x))).toEqual([0, 0, 1, 1, 2, 2])
})
