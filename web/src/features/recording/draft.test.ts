import { describe, expect, test } from 'vitest'
import type { Held } from '@/api'
import { decimal, whole } from '@/shared/lib/entries'
import { asksForLot, openPlaces, questions } from './activities'
import { containersFilled, type Draft, emptyDraft, nextDraft, placeKey, taken, targetFrom, toActivity } from './draft'
import { ACTIVITY_NAMES, type ActivityName } from './names'
import { problems } from './problems'

const TODAY = '2026-11-20'
const PLACE: Held = {
  leaseId: 'a',
  lotId: 'lot-1',
  area: 'Site A',
  group: {
    oysterType: 'Pacific oyster',
    seedSource: '',
    year: 2017,
    month: 3,
    datePlanted: '2017-03-01',
    locationPlanted: 'Site A',
  },
  lot: { sizeLabel: '', meshSize: 'beach', nickname: 'bag 1' },
  onHand: 428,
  containers: 0,
  lastDay: '2026-11-12',
  lived: true,
}
const HELD = { ...PLACE, containers: 3 }
const draft = (part: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(TODAY),
  leaseId: 'a',
  targets: [targetFrom(PLACE)],
  ...part,
})
const target = (part: Partial<Draft['targets'][number]>) => ({ ...targetFrom(PLACE), ...part })

describe('what is asked', () => {
  test.each<[ActivityName, Held | null, string[]]>([
    ['plant', null, ['animals', 'count', 'containers']],
    ['count', HELD, ['count']],
    ['size', HELD, ['sample']],
    ['move', PLACE, ['count', 'target']],
    ['move', HELD, ['count', 'target', 'containers']],
    ['split', PLACE, ['targets']],
    ['split', HELD, ['targets', 'containers']],
    ['harvest', PLACE, ['count', 'facts']],
    ['harvest', HELD, ['count', 'containers', 'facts']],
    ['loss', PLACE, ['count']],
    ['loss', null, ['count']],
  ])('%s', (activity, place, asked) => {
    expect(questions(activity, place)).toEqual(asked)
  })

  test('only a planting is about a new lot', () => {
    expect(ACTIVITY_NAMES.filter(asksForLot)).toEqual(['count', 'size', 'move', 'split', 'harvest', 'loss'])
  })

  test('a lot without animals on the day can be counted, and nothing else', () => {
    const empty = { ...HELD, onHand: 0, lived: false }
    expect(ACTIVITY_NAMES.filter((name) => asksForLot(name) && openPlaces(name, [empty]).length === 1)).toEqual([
      'count',
    ])
  })
})

describe('numbers as people type them', () => {
  test.each([
    ['412', 412],
    ['2,588', 2588],
    [' 2 588 ', 2588],
    ['0', 0],
    ['', null],
    ['-4', null],
    ['4.5', null],
    ['450,50', null],
    ['1,234,567', 1_234_567],
    ['many', null],
    ['9999999999999999', null],
  ])('%s is %s', (text, value) => {
    expect(whole(text)).toBe(value)
  })

  test.each([
    ['62.5', 62.5],
    ['62,5', 62.5],
    ['62', 62],
    ['.5', 0.5],
    ['', null],
    ['6 2', null],
    ['1,234.5', null],
    ['1,500', null],
  ])('%s mm is %s', (text, value) => {
    expect(decimal(text)).toBe(value)
  })
})

describe('what keeps a draft from being sent', () => {
  test.each<[string, ActivityName, Partial<Draft>, Record<string, string>]>([
    ['complete', 'harvest', { count: '412' }, {}],
    ['too many is for the server to say', 'harvest', { count: '5000' }, {}],
    ['one and a half', 'harvest', { count: '1,5' }, { count: 'Enter a whole number.' }],
    ['no number', 'harvest', {}, { count: 'Enter the number of animals.' }],
    ['no number at all', 'loss', { count: 'a few' }, { count: 'Enter a whole number.' }],
    ['none', 'loss', { count: '0' }, { count: 'At least one animal is needed.' }],
    ['none found', 'count', { count: '0' }, {}],
    ['tomorrow', 'harvest', { count: '1', date: '2026-11-21' }, { date: 'That day is in the future.' }],
    ['no day', 'harvest', { count: '1', date: '' }, { date: 'Enter the date.' }],
    ['no sample', 'size', {}, { measured: 'Enter the number of animals.', sizeMm: 'Enter the mean size.' }],
    ['no size', 'size', { measured: '30', sizeMm: '0' }, { sizeMm: 'It must be more than 0 mm.' }],
    ['a whale', 'size', { measured: '30', sizeMm: '1000.5' }, { sizeMm: 'It can be at most 1,000 mm.' }],
    [
      'to where they are',
      'move',
      { count: '10' },
      { to: 'They are there already. Change the growing area, size, equipment or fill profile.' },
    ],
    ['elsewhere', 'move', { count: '10', targets: [target({ leaseId: 'b' })] }, {}],
    ['of another label', 'move', { count: '10', targets: [target({ sizeLabel: 'Petite' })] }, {}],
    [
      'a part without a number',
      'split',
      { targets: [target({ sizeLabel: 'Small', count: '400' }), target({ sizeLabel: 'Large' })] },
      { 'to.1.count': 'Enter the number of animals.' },
    ],
    [
      'parts beyond what is there',
      'split',
      { targets: [target({ sizeLabel: 'Small', count: '400' }), target({ sizeLabel: 'Large', count: '100' })] },
      { to: 'The 2 parts take 500 in total, 72 more than the 428 on hand.' },
    ],
    [
      'parts that take all',
      'split',
      { targets: [target({ sizeLabel: 'Small', count: '400' }), target({ sizeLabel: 'Large', count: '28' })] },
      {},
    ],
  ])('%s', (_, activity, part, found) => {
    expect(problems(activity, draft(part), { place: PLACE, today: TODAY })).toEqual(found)
  })

  test('area and lot come first', () => {
    expect(problems('harvest', draft({ leaseId: '', count: '1' }), { place: null, today: TODAY })).toEqual({
      leaseId: 'Choose the growing area.',
    })
    expect(problems('harvest', draft({ count: '1' }), { place: null, today: TODAY })).toEqual({
      lot: 'Choose the lot.',
    })
    expect(problems('plant', draft({ count: '1' }), { place: null, today: TODAY })).toEqual({})
  })
})

describe('what is sent', () => {
  const where = { leaseId: 'a', group: PLACE.group, lot: PLACE.lot }

  test.each<[ActivityName, Partial<Draft>, object]>([
    ['harvest', { count: '41', containers: '2', note: ' tide ' }, { ...where, count: 41, containers: 2, note: 'tide' }],
    ['count', { count: '0' }, { ...where, count: 0 }],
    ['size', { measured: '30', sizeMm: '62,5' }, { ...where, measured: 30, sizeMm: 62.5 }],
    [
      'move',
      { count: '41', containers: '1', targets: [target({ leaseId: 'b' })] },
      { ...where, count: 41, containers: 1, to: [{ leaseId: 'b', lot: PLACE.lot, count: 41, containers: 1 }] },
    ],
    [
      'split',
      { targets: [target({ sizeLabel: ' Small ', count: '400' }), target({ nickname: 'bag 2', count: '20' })] },
      {
        ...where,
        count: 420,
        to: [
          { leaseId: 'a', lot: { ...PLACE.lot, sizeLabel: 'Small' }, count: 400, containers: 0 },
          { leaseId: 'a', lot: { ...PLACE.lot, nickname: 'bag 2' }, count: 20, containers: 0 },
        ],
      },
    ],
  ])('%s', (activity, part, body) => {
    expect(toActivity(activity, draft(part), PLACE, 'Site A')).toMatchObject({
      activity,
      date: TODAY,
      ...body,
    })
  })

  test('a planting takes its year, month and place from what was said', () => {
    const sent = toActivity('plant', draft({ oysterType: 'Pacific oyster', count: '500' }), null, 'Site A')
    expect(sent).toMatchObject({
      leaseId: 'a',
      count: 500,
      group: { oysterType: 'Pacific oyster', year: 2026, month: 11, datePlanted: TODAY, locationPlanted: 'Site A' },
    })
  })

  test('what the targets take together is what is taken', () => {
    expect(
      taken([target({ count: '1,000' }), target({ count: '' }), target({ count: 'x' }), target({ count: '5' })]),
    ).toBe(1005)
  })
})

describe('from one entry to the next', () => {
  test('place and day stay, numbers go', () => {
    const before = draft({ place: placeKey(PLACE), count: '4', note: 'x', date: '2026-11-18' })
    const after = nextDraft(before, PLACE)
    expect(after).toMatchObject({ leaseId: 'a', place: placeKey(PLACE), date: '2026-11-18', count: '', note: '' })
  })

  test('places that differ in anything have other keys', () => {
    const others: Held[] = [
      { ...PLACE, leaseId: 'b' },
      { ...PLACE, group: { ...PLACE.group, month: 4 } },
      { ...PLACE, lot: { ...PLACE.lot, nickname: 'bag 2' } },
    ]
    expect(new Set([PLACE, ...others].map(placeKey)).size).toBe(4)
    const fewer: Held = { ...PLACE, onHand: 1 }
    expect(placeKey(fewer)).toBe(placeKey(PLACE))
  })
})

test.each([
  [450, 3],
  [1500, 10],
  [1501, 0],
  [1, 0],
  [null, 0],
])('%s of 1,500 animals in 10 containers fill %i', (count, filled) => {
  expect(containersFilled(count, { onHand: 1500, containers: 10 })).toBe(filled)
  expect(containersFilled(count, { onHand: 1500, containers: 0 })).toBe(0)
})
