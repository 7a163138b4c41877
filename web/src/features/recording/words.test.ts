import { describe, expect, test } from 'vitest'
import type { Held, Lease, Noted } from '@/api'
import { groupWords, lotName, lotWords } from '@/shared/lib/lots'
import { type Draft, emptyDraft, targetFrom } from './draft'
import type { ActivityName } from './names'
import { notedPlace, notedTitle, undoEffect } from './noted'
import { sentence, stayWords } from './words'

const TODAY = '2026-11-20'

const GROUP = {
  oysterType: 'Pacific oyster',
  seedSource: 'Taylor',
  year: 2025,
  month: 4,
  datePlanted: '2025-04-03',
  locationPlanted: 'Stony Point 4',
}
const LOT = { sizeLabel: 'Petite', meshSize: '14 mm bags', nickname: '' }
const PLACE: Held = {
  leaseId: 'a',
  lotId: 'lot-1',
  area: 'Stony Point 4',
  group: GROUP,
  lot: LOT,
  onHand: 3000,
  containers: 15,
  lastDay: '2026-11-12',
  lived: true,
}
const LEASES = [
  { leaseId: 'a', name: 'Stony Point 4' },
  { leaseId: 'b', name: 'Nemah' },
] as Lease[]

const draft = (part: Partial<Draft>): Draft => ({
  ...emptyDraft(TODAY),
  leaseId: 'a',
  targets: [targetFrom(PLACE)],
  ...part,
})
const target = (part: Partial<Draft['targets'][number]>) => ({ ...targetFrom(PLACE), ...part })
const said = (activity: ActivityName, part: Partial<Draft>, place: Held | null = PLACE) =>
  sentence(activity, draft(part), { place, leases: LEASES, today: TODAY })

describe('the sentence of what will be recorded', () => {
  test.each<[ActivityName, Partial<Draft>, string | null]>([
    ['harvest', { count: '412' }, '412 harvested from Stony Point 4, Petite in 14 mm bags; 2,588 remain.'],
    ['harvest', { count: '2,999' }, '2,999 harvested from Stony Point 4, Petite in 14 mm bags; 1 remains.'],
    ['harvest', { count: '3000' }, '3,000 harvested from Stony Point 4, Petite in 14 mm bags; none remain.'],
    [
      'harvest',
      { count: '3001' },
      '3,001 harvested from Stony Point 4, Petite in 14 mm bags; 1 more than the 3,000 on hand.',
    ],
    [
      'harvest',
      { count: '412', containers: '2', date: '2026-11-18' },
      '412 harvested on 18 Nov 2026 from Stony Point 4, Petite in 14 mm bags with 2 containers; 2,588 remain.',
    ],
    ['harvest', { count: '' }, null],
    ['harvest', { count: 'many' }, null],
    ['harvest', { count: '0' }, null],
    ['loss', { count: '12' }, '12 lost at Stony Point 4, Petite in 14 mm bags; 2,988 remain.'],
    ['count', { count: '2,990' }, '2,990 found at Stony Point 4, Petite in 14 mm bags: 10 fewer than in the book.'],
    ['count', { count: '3010' }, '3,010 found at Stony Point 4, Petite in 14 mm bags: 10 more than in the book.'],
    ['count', { count: '3000' }, '3,000 found at Stony Point 4, Petite in 14 mm bags: as many as in the book.'],
    ['count', { count: '0' }, '0 found at Stony Point 4, Petite in 14 mm bags: 3,000 fewer than in the book.'],
    // What the book held before its latest entry is not known here, so nothing is said about it.
    [
      'count',
      { count: '2990', date: '2026-11-11' },
      '2,990 found on 11 Nov 2026 at Stony Point 4, Petite in 14 mm bags.',
    ],
    ['size', { measured: '30' }, null],
    [
      'size',
      { measured: '30', sizeMm: '62,5' },
      '30 measured at Stony Point 4, Petite in 14 mm bags: 62.5 mm on average.',
    ],
    [
      'move',
      { count: '400', targets: [target({ leaseId: 'b' })] },
      '400 moved from Stony Point 4, Petite in 14 mm bags to Nemah; 2,600 remain.',
    ],
    [
      'move',
      { count: '400', targets: [target({ meshSize: 'Flip bags' })] },
      '400 moved from Stony Point 4, Petite in 14 mm bags to Petite in Flip bags; 2,600 remain.',
    ],
    [
      'split',
      {
        targets: [
          target({ sizeLabel: 'Small', count: '1,000' }),
          target({ leaseId: 'b', sizeLabel: 'Medium', count: '500' }),
        ],
      },
      '1,500 taken from Stony Point 4, Petite in 14 mm bags: 1,000 to Small in 14 mm bags, 500 to Nemah, Medium in 14 mm bags; 1,500 remain.',
    ],
  ])('%s %j', (activity, part, text) => {
    expect(said(activity, part)).toBe(text)
  })

  test('a planting needs no lot', () => {
    const planting = { count: '5000', oysterType: 'Pacific oyster', meshSize: 'Upweller', containers: '1' }
    expect(said('plant', planting, null)).toBe(
      '5,000 planted at Stony Point 4, Upweller with 1 container; Pacific oyster.',
    )
    expect(said('plant', { count: '1', seedSource: ' Taylor ', oysterType: 'Manila clam' }, null)).toBe(
      '1 planted at Stony Point 4; Manila clam from Taylor.',
    )
    expect(said('plant', { count: '5000' }, null)).toBe('5,000 planted at Stony Point 4.')
    expect(said('plant', { count: '5000', leaseId: '' }, null)).toBeNull()
  })

  test('nothing is said of animals that are not chosen', () => {
    expect(said('harvest', { count: '412' }, null)).toBeNull()
  })
})

test.each([
  [3000, 412, '2,588 remain'],
  [3000, 2999, '1 remains'],
  [3000, 3000, 'none remain'],
  [3000, 3072, '72 more than the 3,000 on hand'],
  [0, 0, 'none remain'],
])('of %i, %i taken: %s', (onHand, taken, text) => {
  expect(stayWords(onHand, taken)).toBe(text)
})

test.each([
  [LOT, 'Petite in 14 mm bags'],
  [{ ...LOT, nickname: 'row 7' }, 'Petite in 14 mm bags, row 7'],
  [{ sizeLabel: '', meshSize: 'beach', nickname: 'bag 1' }, 'beach, bag 1'],
  [{ sizeLabel: 'Seed', meshSize: '', nickname: '' }, 'Seed'],
  [{ sizeLabel: '', meshSize: '', nickname: '' }, ''],
])('the lot %j is %s', (lot, text) => {
  expect(lotWords(lot)).toBe(text)
})

test('a lot without labels is called by its animals', () => {
  const none = { sizeLabel: '', meshSize: '', nickname: '' }
  expect(lotName({ lot: none, group: GROUP })).toBe('Pacific oyster from Taylor, planted 3 Apr 2025')
  const unknown = { oysterType: '', seedSource: '', year: null, month: null, datePlanted: '', locationPlanted: '' }
  expect(lotName({ lot: none, group: unknown })).toBe('Animals without a label')
  expect(groupWords({ ...unknown, year: 2025 })).toBe('of 2025')
})

const NOTED: Noted = {
  number: 7,
  activity: 'harvest',
  date: '2026-11-18',
  leaseId: 'a',
  lotId: 'lot',
  area: 'Stony Point 4',
  group: GROUP,
  lot: LOT,
  count: 412,
  containers: 0,
  measured: null,
  sizeMm: null,
  to: [],
  note: '',
  recordedAt: 0,
  by: '',
  replacedBy: null,
  replaces: null,
  reverses: null,
  reversed: false,
}
const part = (leaseId: string, area: string, sizeLabel: string, count: number) => ({
  leaseId,
  lotId: sizeLabel,
  area,
  lot: { ...LOT, sizeLabel },
  count,
  containers: 0,
})

describe('an activity of the book', () => {
  test.each<[Partial<Noted>, string, string]>([
    [{}, '412 harvested', '412 alive again at Stony Point 4, Petite in 14 mm bags.'],
    [{ activity: 'loss' }, '412 lost', '412 alive again at Stony Point 4, Petite in 14 mm bags.'],
    [{ activity: 'plant' }, '412 planted', '412 fewer at Stony Point 4, Petite in 14 mm bags.'],
    [
      { activity: 'count', count: -8 },
      'Counted: 8 fewer than in the book',
      '8 more at Stony Point 4, Petite in 14 mm bags.',
    ],
    [{ activity: 'count', count: 0 }, 'Counted: as many as in the book', 'No number changes.'],
    [
      { activity: 'size', count: 0, measured: 30, sizeMm: 62.5 },
      '30 measured, 62.5 mm on average',
      'The sample of Stony Point 4, Petite in 14 mm bags no longer counts.',
    ],
    [
      { activity: 'move', count: 1, to: [part('b', 'Nemah', 'Petite', 1)] },
      '1 moved',
      '1 goes back to Stony Point 4, Petite in 14 mm bags.',
    ],
  ])('%j', (fields, title, effect) => {
    const noted = { ...NOTED, ...fields }
    expect(notedTitle(noted)).toBe(title)
    expect(undoEffect(noted)).toBe(effect)
  })

  test('where a move went', () => {
    const move = { ...NOTED, activity: 'move' as const }
    expect(notedPlace({ ...move, to: [part('b', 'Nemah', 'Petite', 412)] })).toBe(
      'Stony Point 4, Petite in 14 mm bags to Nemah, Petite in 14 mm bags',
    )
    const split = { ...move, to: [part('a', 'Stony Point 4', 'Small', 300), part('b', 'Nemah', 'Medium', 112)] }
    expect(notedTitle(split)).toBe('412 split into 2')
    expect(notedPlace(split)).toBe(
      'Stony Point 4, Petite in 14 mm bags: 300 to Small in 14 mm bags, 112 to Nemah, Medium in 14 mm bags',
    )
  })

  test('a correction names what it undid', () => {
    const correction = { ...NOTED, number: 8, activity: 'correction' as const, reverses: 7 }
    expect(notedTitle(correction, [correction, NOTED])).toBe('Undone: 412 harvested')
    expect(notedTitle(correction, [correction])).toBe('Undone: entry 7')
  })
})
