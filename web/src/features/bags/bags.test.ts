import { waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Bags } from '@/api'
import { bookOf } from './book'
import { beginOf, layoutOf, markAt, runAt } from './layout'
import { Painter, type Pen, sideOf } from './paint'
import { course, Replay } from './replay'
import { allRuns, bagRuns, choiceOf, chosenOf, runAfter } from './runs'
import { hangingOrder, marksOf, type Scene, scaleOf, sceneOf, UNUSED } from './scene'
import { Show } from './show'
import { pathOf, ticksOf } from './timeline'
import { areaWords, farmWords, runWords } from './words'

const lot = (lotId: string, size: number): Bags['lots'][number] => ({
  lotId,
  size,
  meshSize: 'Flip bag',
  nickname: '',
  oysterType: 'Pacific oyster',
  seedSource: '',
  year: '2026',
  datePlanted: '2026-01-10',
})

/** Two growing areas: North with lines of 10 and 5 spots, South without lines. */
const ANSWER: Bags = {
  first: '2026-01-10',
  from: '2026-01-10',
  to: '2026-03-11',
  areas: [
    {
      leaseId: 'n',
      name: 'North',
      endedOn: '',
      lines: [
        { name: 'N1', spots: 10 },
        { name: 'N2', spots: 5 },
      ],
    },
    { leaseId: 's', name: 'South', endedOn: '', lines: [] },
  ],
  sizes: ['Standard', 'Seed', ''],
  lots: [lot('seed', 1), lot('standard', 0), lot('none', 2)],
  places: [
    { area: 0, lot: 0 },
    { area: 0, lot: 1 },
    { area: 1, lot: 2 },
  ],
  opening: { animals: [0, 0, 0], containers: [0, 0, 0] },
  // Day 0: 1,000 seed in 4 bags. Day 10: 400 of them are 12 bags of Standard. Day 20: 50 South in no bag. Day 30: all Standard die.
  gaps: [0, 10, 0, 10, 10],
  of: [0, 0, 1, 2, 1],
  changes: { animals: [1000, -400, 401, 50, -401], containers: [4, -1, 12, 0, 0] },
}

const book = (answers: Bags[] = [ANSWER]) => {
  const made = bookOf(answers)
  if (!made) throw new Error('nothing in the book')
  return made
}

function scenesOn(day: number, of = book()): Scene[] {
  const replay = new Replay(of)
  replay.goTo(day)
  return hangingOrder(of).map((order, area) => sceneOf(of, area, order, replay))
}

describe('the replay', () => {
  test('forward and back it comes to the same', () => {
    const replay = new Replay(book())
    const states = Array.from({ length: 61 }, (_, day) => {
      replay.goTo(day)
      return JSON.stringify([replay.animals, replay.containers])
    })
    for (const day of [60, 3, 29, 30, 0, 10, 9, 60, 20]) {
      replay.goTo(day)
      expect(JSON.stringify([replay.animals, replay.containers]), `day ${day}`).toBe(states[day])
    }
  })

  test('only growing areas in which something changed are named', () => {
    const replay = new Replay(book())
    expect([...replay.goTo(15)]).toEqual([0])
    expect([...replay.goTo(19)]).toEqual([])
    expect([...replay.goTo(20)]).toEqual([1])
    expect([...replay.goTo(9)].sort()).toEqual([0, 1])
  })

  test('a bag without a living animal is not in use', () => {
    expect(scenesOn(29)[0]?.bags).toBe(15)
    expect(scenesOn(30)[0]?.bags).toBe(3)
  })

  test('answers of parts of the book are together what one answer is', () => {
    const later: Bags = {
      ...ANSWER,
      from: '2026-01-30',
      sizes: ['', 'Standard', 'Seed'],
      lots: [lot('none', 0), lot('standard', 1), lot('seed', 2)],
      places: [
        { area: 0, lot: 2 },
        { area: 0, lot: 1 },
        { area: 1, lot: 0 },
      ],
      opening: { animals: [600, 401, 0], containers: [3, 12, 0] },
      gaps: [0, 10],
      of: [2, 1],
      changes: { animals: [50, -401], containers: [0, 0] },
    }
    const earlier: Bags = {
      ...ANSWER,
      to: '2026-01-29',
      gaps: [0, 10, 0],
      of: [0, 0, 1],
      changes: { animals: [1000, -400, 401], containers: [4, -1, 12] },
    }
    expect(book([later]).known).toBe(20)
    for (const day of [0, 10, 20, 30, 60]) {
      expect(scenesOn(day, book([later, earlier])).map(areaWords), `day ${day}`).toEqual(scenesOn(day).map(areaWords))
      if (day >= 20) expect(scenesOn(day, book([later])).map(areaWords)).toEqual(scenesOn(day).map(areaWords))
    }
  })

  test('the course of the living animals, and the most bags', () => {
    const { animals, mostBags } = course(book())
    expect([0, 9, 10, 20, 30, 60].map((day) => animals[day])).toEqual([1000, 1000, 1001, 1051, 650, 650])
    expect(mostBags).toBe(15)
  })

  test('an empty book is none', () => {
    expect(bookOf([{ ...ANSWER, first: '', from: '' }])).toBeNull()
  })
})

describe('the lines', () => {
  test('the largest hang first, the rest of the spots is unused, and animals are shared so that they add up', () => {
    const [north] = scenesOn(10)
    expect(north?.lines).toEqual([
      { name: 'N1', runs: [{ place: 1, bags: 10, animals: 334 }] },
      {
        name: 'N2',
        runs: [
          { place: 1, bags: 2, animals: 67 },
          { place: 0, bags: 3, animals: 600 },
        ],
      },
    ])
    expect(scenesOn(0)[0]?.lines[1]?.runs).toEqual([{ place: UNUSED, bags: 5, animals: 0 }])
  })

  test('more bags than spots hang on no line, and an area that ended has no spots', () => {
    const crowded = book([
      {
        ...ANSWER,
        areas: [
          { leaseId: 'n', name: 'North', endedOn: '', lines: [{ name: 'N1', spots: 2 }] },
          ...ANSWER.areas.slice(1),
        ],
      },
    ])
    expect(scenesOn(0, crowded)[0]?.lines.map(({ name, runs }) => [name, runs.map(({ bags }) => bags)])).toEqual([
      ['N1', [2]],
      ['', [2]],
    ])
    const ended = book([{ ...ANSWER, areas: ANSWER.areas.map((area) => ({ ...area, endedOn: '2026-02-01' })) }])
    expect(scenesOn(0, ended)[0]).toMatchObject({ spots: 0, unused: 0, bags: 4 })
  })

  test('animals in no bag are said, not drawn', () => {
    const scenes = scenesOn(20)
    expect(scenes[1]).toMatchObject({ animals: 50, bags: 0, loose: 50, lines: [] })
    expect(farmWords(scenes, '2026-01-30')).toBe(
      '1,051 animals in 15 bags on 30 Jan 2026, 50 of them in no bag; 0 of 15 spots are unused.',
    )
  })

  test.each([
    [3000, 1],
    [3001, 10],
    [20_000, 10],
    [30_001, 100],
  ])('%i spots: one mark stands for %i', (spots, scale) => expect(scaleOf(spots)).toBe(scale))
})

/** What a pen drew: the marks by their colour. */
function pen() {
  const drawn: { colour: string; side: number; x: number; y: number }[] = []
  const made: Pen = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    fillRect: (x, y, side) => drawn.push({ colour: String(made.fillStyle), side, x, y }),
    strokeRect: (x, y, side) => drawn.push({ colour: String(made.strokeStyle), side, x, y }),
    clearRect: () => undefined,
  }
  return { made, drawn }
}

const COLOURS = {
  sizes: ['1', '2', '3', '4', '5'],
  unknown: 'unknown',
  unused: 'unused',
  ink: 'ink',
  sea: 'sea',
  soft: 'soft',
  surface: 'surface',
}
const NOTHING = { chosen: null, active: null }

describe('the picture', () => {
  test.each([0, 10, 29, 30])('on day %i it has as many marks of each size as there are bags', (day) => {
    for (const scene of scenesOn(day)) {
      const { made, drawn } = pen()
      new Painter(made, book()).paint(layoutOf(scene, 700, 1), COLOURS, NOTHING, '')
      const of = (colour: string) => drawn.filter((mark) => mark.colour === colour).length
      const { classes } = book()
      expect(classes.map(({ step }) => of(step === null ? 'unknown' : String(step)))).toEqual(scene.classes)
      expect(of('unused')).toBe(scene.unused)
    }
  })

  test('size says what colour says', () => {
    expect([1, 2, 3, 4, 5, null].map(sideOf)).toEqual([4, 6, 8, 10, 12, 8])
    const { made, drawn } = pen()
    const [north] = scenesOn(10)
    if (north) new Painter(made, book()).paint(layoutOf(north, 700, 1), COLOURS, NOTHING, '')
    expect(new Set(drawn.map(({ colour, side }) => `${colour} ${side}`))).toEqual(new Set(['5 12', '1 4']))
  })

  test('of what stands there only the marks that are another now are drawn again', () => {
    const { made, drawn } = pen()
    const painter = new Painter(made, book())
    const paint = (day: number, frame = '') => {
      drawn.length = 0
      const [north] = scenesOn(day)
      if (north) painter.paint(layoutOf(north, 700, 1), COLOURS, NOTHING, frame)
      return drawn.length
    }
    expect(paint(10)).toBe(15)
    expect(paint(12)).toBe(0)
    expect(paint(0)).toBe(15)
    expect(paint(30)).toBe(1)
    expect(paint(10)).toBe(15)
    expect(paint(10, 'dark')).toBe(15)
  })

  test('a day on which a line is cut into more runs has the picture no wider', () => {
    const cut = (...bags: number[]): Scene => ({
      lines: [{ name: 'N1', runs: bags.map((some, place) => ({ place, bags: some, animals: 0 })) }],
      ...{ animals: 0, bags: 100, spots: 100, unused: 0, loose: 0, classes: [] },
    })
    const widths = [cut(100), cut(55, 45), cut(1, 1, 1, 97), cut(13, 17, 23, 11, 31, 5)].map(
      (scene) => layoutOf(scene, 1120, 10).width,
    )
    expect(new Set(widths).size).toBe(1)
    expect(layoutOf(cut(100), 180, 10).width).toBeLessThanOrEqual(180)
    expect(layoutOf(cut(55, 45), 4000, 1).width).toBe(layoutOf(cut(100), 4000, 1).width)
  })

  test('each mark is found where it stands, also on the next row', () => {
    const [north] = scenesOn(10)
    if (!north) throw new Error('no scene')
    for (const width of [180, 326, 700]) {
      const layout = layoutOf(north, width, 1)
      expect(layout.perRow % 10).toBe(0)
      for (const line of layout.lines) {
        for (const placed of line.runs) {
          for (let at = placed.first; at < placed.first + placed.marks; at++) {
            const { x, y } = markAt(at, layout, beginOf(line))
            expect(runAt(layout, x + 6, y + 6)).toBe(placed)
            expect(x + 12).toBeLessThanOrEqual(layout.width)
          }
        }
      }
      expect(runAt(layout, 1, layout.height + 20)).toBeNull()
    }
  })

  test('one mark for ten: no run without a mark', () => {
    expect([1, 10, 11, 99].map((bags) => marksOf(bags, 10))).toEqual([1, 1, 2, 10])
    const [north] = scenesOn(10)
    expect(north && layoutOf(north, 700, 10).lines.map(({ runs }) => runs.map(({ marks }) => marks))).toEqual([
      [1],
      [1, 1],
    ])
  })
})

describe('the runs', () => {
  const scenes = scenesOn(10)

  test('the picture has the bags of the table, run by run', () => {
    const rows = allRuns(scenes)
    expect(rows.map(({ lineName, run }) => [lineName, run.bags])).toEqual([
      ['N1', 10],
      ['N2', 2],
      ['N2', 3],
    ])
    const drawn = scenes.flatMap((scene) =>
      layoutOf(scene, 700, 1).lines.flatMap(({ runs }) => runs.map(({ marks }) => marks)),
    )
    expect(drawn).toEqual(rows.map(({ run }) => run.bags))
    expect(rows[1] && runWords(book(), rows[1].run, 'N2', 'North')).toBe('Standard, 2 bags, N2, North')
  })

  test('keys lead from run to run and from line to line', () => {
    const runs = bagRuns(scenes)
    const from = (at: number) =>
      Object.fromEntries(
        ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => [
          key,
          runAfter(runs, at, key),
        ]),
      )
    expect(from(0)).toEqual({ ArrowLeft: 0, ArrowRight: 1, ArrowUp: 0, ArrowDown: 1, Home: 0, End: 2, x: null })
    expect(from(2)).toEqual({ ArrowLeft: 1, ArrowRight: 2, ArrowUp: 0, ArrowDown: 2, Home: 0, End: 2, x: null })
  })

  test('a choice is found again by its address', () => {
    const runs = bagRuns(scenes)
    for (const run of runs) expect(chosenOf(book(), runs, choiceOf(book(), run))).toBe(run)
    expect(chosenOf(book(), runs, { area: 'n', lot: 'standard', line: 'gone' })).toBe(runs[0])
    expect(chosenOf(book(), runs, { area: 'n', lot: 'gone' })).toBeNull()
    expect(chosenOf(book(), runs, {})).toBeNull()
  })
})

test('the show draws once for a frame, and says it once the hand rests', async () => {
  const show = new Show(book(), 60)
  const told = vi.fn()
  const drawn = vi.fn()
  show.subscribe(told)
  show.onFrame(drawn)
  const before = show.scenes
  for (const day of [59, 40, 30, 25]) show.want(day)
  expect(show.day).toBe(60)
  await new Promise(requestAnimationFrame)
  expect(show.day).toBe(25)
  expect(drawn).toHaveBeenCalledOnce()
  expect([told.mock.calls.length, show.said.day]).toEqual([0, 60])
  expect(show.sceneAt(0)).not.toBe(before[0])
  expect(show.scenes[0]).not.toBe(before[0])
  expect(show.scenes[1]).toBe(before[1])
  await waitFor(() => expect(show.said).toEqual({ day: 25, scenes: show.scenes }))
  expect(told).toHaveBeenCalledOnce()
  expect(show.settled.day).toBe(60)
  show.settle(25)
  expect(show.settled.scenes).toBe(show.scenes)
  show.settle(-5)
  expect(show.day).toBe(0)
  expect(show.latest(0)).toBe(600)
})

test('the line of the days', () => {
  expect(pathOf([0, 10, 10, 5], 2, 40)).toBe('M2 40H2V39.0H3V3.0H5V21.0V40Z')
  expect(ticksOf('2026-01-10', 60)).toEqual([
    { at: 22, label: 'Feb 2026' },
    { at: 50, label: 'Mar' },
  ])
  expect(ticksOf('2023-11-01', 1117).map(({ label }) => label)).toEqual([
    'Jan 2024',
    'Jul 2024',
    'Jan 2025',
    'Jul 2025',
    'Jan 2026',
    'Jul 2026',
  ])
})
