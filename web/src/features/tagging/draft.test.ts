import { describe, expect, test } from 'vitest'
import type { OwnTag } from '@/api'
import { degreesIn } from '@/shared/lib/degrees'
import { type EventDraft, eventBatch, eventDraft, eventPath, eventProblems, eventSentence, type Facts } from './draft'
import { idIn } from './ids'

const A = 'a'.repeat(24)
const B = 'b'.repeat(24)
const GONE = 'd'.repeat(24)
const UNREAD = 'c'.repeat(24)
const TODAY = '2026-11-22'

const tag = (id: string, remainder: number, unit: string) => ({ _id: id, remainder, unit }) as OwnTag
const facts: Facts = {
  tags: new Map([
    [A, tag(A, 100, 'each')],
    [B, tag(B, 5, 'dozen')],
    [GONE, tag(GONE, 0, 'each')],
  ]),
  today: TODAY,
  degrees: degreesIn('USA'),
}
const draft = (part: Partial<EventDraft> = {}): EventDraft => ({ ...eventDraft(TODAY, [A]), ...part })

describe('TAG-5 what is sent', () => {
  test('a shipment: an event for each tag, of all that is left or of what is typed', () => {
    const sent = eventBatch('ship', draft({ tags: [A, B], amounts: { [B]: '2.5' }, name: 'Pike Place' }), facts, 'k')
    expect(sent).toMatchObject([
      { id: `k-${A}`, tag: A, quantity: 100, unit: 'each', to: { name: 'Pike Place' } },
      { id: `k-${B}`, tag: B, quantity: 2.5, unit: 'dozen' },
    ])
  })

  test('a split: the last tag has what is left', () => {
    const sent = eventBatch('split', draft({ each: '40' }), facts, 'k')
    expect(sent.map(({ quantity }) => quantity)).toEqual([40, 40, 20])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
    expect(sent.every(({ quantity, from }) => from?.[0]?.quantity === quantity)).toBe(true)
  })

  test('put together, dozens are animals', () => {
    const [sent] = eventBatch('commingle', draft({ tags: [A, B] }), facts, 'k')
    expect(sent).toMatchObject({
      quantity: 160,
      unit: 'each',
      from: [{ quantity: 100 }, { quantity: 5, unit: 'dozen' }],
    })
  })

  test('a retag may count in another unit', () => {
    const [sent] = eventBatch('retag', draft({ unit: 'bag', quantity: '1' }), facts, 'k')
    expect(sent).toMatchObject({ quantity: 1, unit: 'bag', from: [{ tag: A, quantity: 100, unit: 'each' }] })
  })

  test('a temperature is in degrees Celsius', () => {
    expect(eventBatch('temperature', draft({ degrees: '41' }), facts, 'k')).toMatchObject([{ temperatureC: 5 }])
  })
})

test.each([
  ['ship', { tags: [] }, ['tags', 'name']],
  ['ship', { name: 'x', amounts: { [A]: '101' } }, [`amounts.${A}`]],
  ['ship', { name: 'x', amounts: { [A]: '1.5' } }, [`amounts.${A}`]],
  ['split', { each: '' }, ['each']],
  ['split', { each: '40', count: '4' }, ['count']],
  ['commingle', {}, ['tags']],
  ['retag', { unit: 'bag' }, ['quantity']],
  ['wet-storage-in', {}, ['lot']],
  ['temperature', { degrees: 'cold' }, ['degrees']],
  ['ice', { date: '2026-11-23' }, ['date']],
  ['void', {}, ['note']],
  ['void', { note: 'the wrong bag' }, []],
  ['ship', { name: 'x', tags: [A, UNREAD] }, [`amounts.${UNREAD}`]],
  ['commingle', { tags: [A, GONE] }, [`amounts.${GONE}`]],
  ['ice', { tags: [GONE] }, []],
  ['ice', { tags: [UNREAD] }, [`amounts.${UNREAD}`]],
] as const)('%s of %j is refused for %j', (event, part, fields) => {
  expect(Object.keys(eventProblems(event, draft(part as Partial<EventDraft>), facts))).toEqual(fields)
})

test('a refusal stands beside its tag or input', () => {
  const two = draft({ tags: [A, B] })
  expect(eventPath('ship', 'tag', 1, two)).toBe(`amounts.${B}`)
  expect(eventPath('commingle', 'from.1.tag', 0, two)).toBe(`amounts.${B}`)
  expect(eventPath('ship', 'to.email', 0, two)).toBe('email')
  expect(eventPath('split', 'from.0.quantity', 2, two)).toBe('each')
})

test('says what will be recorded', () => {
  expect(eventSentence('ship', draft({ name: 'Pike Place' }), facts)).toBe(
    '100 animals of 1 tag shipped to Pike Place.',
  )
  expect(eventSentence('split', draft({ each: '40' }), facts)).toBe(
    'Split into 2 tags of 40 animals and one of 20 animals.',
  )
  expect(eventSentence('commingle', draft({ tags: [A, B] }), facts)).toBe('One tag for 160 animals of 2 tags.')
})

test.each([
  [A, A],
  [` ${A.toUpperCase()} `, A],
  [`https://merroir.example/tag/${A}?lang=es`, A],
  [A.slice(1), null],
  ['javascript:alert(1)', null],
])('%s names %s', (text, id) => {
  expect(idIn(text)).toBe(id)
})
