import { describe, expect, test } from 'vitest'
import { limits } from '@/api'
import { pastedLengths, statsWords, take } from './entering'
import { lengthsBody, lengthsOf, NO_SAMPLE, nextSample, type SampleDraft, sampleProblem, statsOf } from './lengths'

const MOST = limits.ActivityBody
const one = (mm: number) => ({ from: mm, to: mm, count: 1 })
const sample = (part: Partial<SampleDraft>): SampleDraft => ({ ...NO_SAMPLE, by: 'lengths', ...part })
const byClass = (from: string, to: string, animals: string) => sample({ by: 'classes', from, to, animals })

describe('lengths', () => {
  test('what stands in the input is taken, and counts before it is', () => {
    const typed = sample({ taken: [one(60)], length: '61,2' })
    expect(lengthsOf(typed)).toEqual([one(60), one(61.2)])
    expect(take(typed)).toEqual(sample({ taken: [one(60), one(61.2)] }))
    expect(take(sample({}))).toBeNull()
    expect(take(sample({ length: '1,5,2' }))).toBeNull()
  })

  test('the next class begins where one ends', () => {
    expect(take(byClass('60', '62.5', '10'))).toEqual({
      ...byClass('62.5', '65', ''),
      taken: [{ from: 60, to: 62.5, count: 10 }],
    })
    expect(lengthsOf(byClass('62.5', '65', ''))).toEqual([])
  })

  test.each<[string, SampleDraft, string | null]>([
    ['nothing', sample({}), 'Enter the lengths.'],
    ['no class', byClass('60', '65', ''), 'Enter the classes.'],
    ['one', sample({ length: '61.2' }), null],
    ['no number', sample({ taken: [one(60)], length: '6o' }), 'Enter a number, such as 62.5.'],
    ['no length', sample({ length: '0' }), 'A length is from 0.1 to 1,000 mm.'],
    ['a whale', sample({ length: '1000.1' }), 'A length is from 0.1 to 1,000 mm.'],
    ['a class backward', byClass('65', '60', '10'), 'A class ends above where it begins.'],
    ['a wide class', byClass('0', '50.1', '10'), 'A class is at most 50 mm wide.'],
    ['a class without an end', byClass('60', '', '10'), 'Enter from which to which length the class goes.'],
    ['a class of none', byClass('60', '65', '0'), 'Enter how many animals the class has.'],
    ['as many as may be', sample({ taken: Array(MOST.lengths).fill(one(60)) }), null],
    ['too many', sample({ taken: Array(MOST.lengths + 1).fill(one(60)) }), 'A sample has at most 1,000 lengths.'],
    [
      'too many classes',
      sample({ by: 'classes', taken: Array(MOST.lengthClasses + 1).fill({ from: 60, to: 65, count: 1 }) }),
      'A sample has at most 1,000 classes.',
    ],
  ])('%s', (_, given, words) => {
    expect(sampleProblem(given)).toBe(words)
  })

  test('mean and spread are those of the formulas', () => {
    expect(statsOf([one(60), one(70), { from: 80, to: 80, count: 2 }])).toEqual({
      count: 4,
      mean: 72.5,
      spread: Math.sqrt(68.75),
    })
    expect(statsOf([{ from: 10, to: 15, count: 10 }])?.spread).toBeCloseTo(Math.sqrt(25 / 12))
    expect(statsWords([])).toBe('None measured yet.')
    expect(statsWords([one(60), one(61.4)])).toBe('2 animals measured: 60.7 mm on average, spread 0.7 mm')
  })

  test('a list is pasted as it is, and nothing else', () => {
    expect(pastedLengths(' 61.2\n60;63,5 ')).toEqual([one(61.2), one(60), one(63.5)])
    expect(pastedLengths('61.2 mm')).toBeNull()
  })

  test('the server gets both kinds, and the next sample is measured in the same way', () => {
    const taken = [one(60), { from: 60, to: 65, count: 10 }]
    expect(lengthsBody(taken)).toEqual({ lengths: [60], lengthClasses: [{ fromMm: 60, toMm: 65, count: 10 }] })
    expect(nextSample(sample({ taken }))).toEqual(sample({}))
  })
})
