import { type Entry, limits, type NewActivity, type Noted } from '@/api'
import { addDays, type Day, formatDay, isDay } from '@/shared/lib/days'
import { type Degrees, degreesIn } from '@/shared/lib/degrees'
import { decimal, whole } from '@/shared/lib/entries'
import { exact } from '@/shared/lib/numbers'
import { type FactsDraft, factsOf, factsProblems, factsWords, NO_FACTS } from '../facts'
import { notedPlace } from '../noted'
import type { Problems } from '../problems'

/** An entry as it should have been, as typed. */
export interface Right {
  /** It should not be in the book at all. */
  remove: boolean
  reason: string
  date: Day
  leaseId: string
  count: string
  containers: string
  measured: string
  sizeMm: string
  /** Of the places that a move went to, in their order. */
  parts: { count: string; containers: string }[]
  note: string
  facts: FactsDraft
}

/** The form as it opens: what was recorded. */
export function opened(entry: Entry, country: string): Right {
  const { date, leaseId, note, to } = entry
  return {
    remove: false,
    reason: '',
    date,
    leaseId,
    count: String(entry.found ?? entry.count),
    containers: String(entry.containers),
    measured: String(entry.measured ?? ''),
    sizeMm: entry.sizeMm === null ? '' : String(Math.round(100 * entry.sizeMm) / 100),
    parts: to.map(({ count, containers }) => ({ count: String(count), containers: String(containers) })),
    note,
    facts: factsDraft(entry.facts, date, degreesIn(country)),
  }
}

function factsDraft(facts: Noted['facts'], date: Day, degrees: Degrees): FactsDraft {
  if (!facts) return NO_FACTS
  const [day, clock = ''] = (facts.landed ?? '').split(' ')
  const shown = (celsius: number | null | undefined) =>
    celsius === null || celsius === undefined ? '' : String(Number.parseFloat(degrees.words(celsius)))
  return {
    landed: clock,
    nextDay: day === addDays(date, 1),
    buyer: facts.buyer ?? '',
    buyerAddress: facts.buyerAddress ?? '',
    order: facts.order ?? '',
    quantity: facts.quantity ? String(facts.quantity) : '',
    unit: facts.unit ?? '',
    price: facts.priceCents ? (facts.priceCents / 100).toFixed(2) : '',
    harvester: facts.harvester ?? '',
    water: shown(facts.waterTempC),
    air: shown(facts.airTempC),
  }
}

/** What is right, as it is sent; undefined if nothing is. */
export function rightOf(entry: Entry, right: Right, country: string): NewActivity | undefined {
  if (right.remove || entry.activity === 'correction') return undefined
  const { activity, group, lot } = entry
  const count = whole(right.count) ?? 0
  const containers = whole(right.containers) ?? 0
  const base = { id: 'right', activity, date: right.date, leaseId: right.leaseId, group, lot, note: right.note.trim() }
  switch (activity) {
    case 'count': {
      const { afterRemovals, missing } = entry.countTaken ?? {}
      return { ...base, count, ...(afterRemovals && { afterRemovals }), ...(missing && { missing }) }
    }
    case 'size':
      return { ...base, ...sampleOf(entry, right, country) }
    case 'move':
      return { ...base, containers, ...movedTo(entry, right) }
    case 'harvest': {
      const facts = factsAs(entry, right, country)
      return { ...base, count, containers, ...(facts && { facts }) }
    }
    default:
      return { ...base, count, containers }
  }
}

/** Lengths that were measured stay with a sample whose numbers do. */
function sampleOf(entry: Entry, right: Right, country: string) {
  const before = opened(entry, country)
  const same = right.measured === before.measured && right.sizeMm === before.sizeMm
  const sizeMm = right.sizeMm === before.sizeMm ? (entry.sizeMm ?? 0) : (decimal(right.sizeMm) ?? 0)
  const { lengths, lengthClasses } = entry
  return {
    measured: whole(right.measured) ?? 0,
    sizeMm,
    ...(same && lengths && { lengths }),
    ...(same && lengthClasses && { lengthClasses }),
  }
}

function movedTo({ to, leaseId }: Entry, right: Right) {
  const parts = to.map(({ lot, ...part }, at) => ({
    // What stayed in its growing area stays there.
    leaseId: part.leaseId === leaseId ? right.leaseId : part.leaseId,
    lot,
    count: whole(right.parts[at]?.count ?? '') ?? 0,
    containers: whole(right.parts[at]?.containers ?? '') ?? 0,
  }))
  return { count: parts.reduce((sum, part) => sum + part.count, 0), to: parts }
}

/** What was not touched is sent as it was recorded: a form cannot hold a landing some days later, or another currency. */
function factsAs(entry: Entry, right: Right, country: string): NewActivity['facts'] {
  const before = opened(entry, country)
  if (right.date === before.date && JSON.stringify(right.facts) === JSON.stringify(before.facts)) return entry.facts
  return factsOf(right.facts, right.date, { country, degrees: degreesIn(country) })
}

/** What keeps a correction from being sent. */
export function problemsOf(entry: Entry, right: Right, today: Day, country: string): Problems {
  const found: Problems = {}
  const refuse = (field: string, wrong: boolean, words: string) => {
    if (wrong) found[field] = words
  }
  refuse('reason', !right.reason.trim(), 'Say why.')
  if (right.remove) return found
  const { activity } = entry
  refuse('date', !isDay(right.date) || right.date > today, 'Enter a day that is not in the future.')
  const number = (field: string, text: string, least = 0) =>
    refuse(field, (whole(text) ?? -1) < least, `Enter a whole number${least > 0 ? ', 1 or more' : ''}.`)
  if (activity === 'size') {
    number('measured', right.measured, 1)
    const most = limits.recordingRules.tenthsOfMm / 10
    const mm = decimal(right.sizeMm) ?? 0
    refuse('sizeMm', mm <= 0 || mm > most, `Enter a size of up to ${exact(most)} mm.`)
    return found
  }
  for (const [at, part] of right.parts.entries()) {
    number(`parts.${at}.count`, part.count, 1)
    number(`parts.${at}.containers`, part.containers)
  }
  if (activity !== 'move') number('count', right.count, activity === 'count' ? 0 : 1)
  if (activity !== 'count') number('containers', right.containers)
  if (activity === 'harvest') {
    Object.assign(found, factsProblems(right.facts, { date: right.date, today, degrees: degreesIn(country) }))
  }
  return found
}

/** What differs from what was recorded, in words: "Animals: 100, now 130". */
export function differences(entry: Entry, right: Right, areas: Map<string, string>, country: string): string[] {
  const body = rightOf(entry, right, country)
  if (!body) return [`Out of the book: ${notedPlace(entry)}`]
  const degrees = degreesIn(country)
  const facts = (known: Noted['facts']) => factsWords(known, degrees) || 'nothing'
  const all: [string, string, string][] = [
    ['Day', formatDay(entry.date), isDay(right.date) ? formatDay(right.date) : ''],
    ['Growing area', entry.area, areas.get(right.leaseId) ?? ''],
    [
      entry.found === null ? 'Animals' : 'Animals found',
      entry.activity === 'size' ? '' : exact(entry.found ?? entry.count),
      entry.activity === 'size' ? '' : exact(body.count ?? 0),
    ],
    ['Containers', exact(entry.containers), exact(body.containers ?? 0)],
    ['Measured', exact(entry.measured ?? 0), exact(body.measured ?? 0)],
    ['Mean size', `${exact(entry.sizeMm ?? 0)} mm`, `${exact(body.sizeMm ?? 0)} mm`],
    ['More about it', facts(entry.facts), facts(body.facts)],
    ['Note', entry.note || 'none', body.note || 'none'],
  ]
  return all.filter(([, was, is]) => was !== is).map(([what, was, is]) => `${what}: ${was}, now ${is}`)
}
