import type { Bags } from '@/api'
import { type Day, daysBetween } from '@/shared/lib/days'
import { byGrowth } from '@/shared/lib/sizes'

export type Lot = Bags['lots'][number]
export type Area = Bags['areas'][number]

export interface SizeClass {
  label: string
  /** Of the colour ramp, from 1 (seed) to 5; null for a label that says nothing about size. */
  step: number | null
}

export interface Place {
  area: number
  lot: Lot
  /** Index into the classes, which are in order of growth. */
  size: number
}

/** What hung where, ready to be replayed. Days are counted from the first. */
export interface Book {
  first: Day
  /** The number of the last day. */
  last: number
  /** The first known day; what came before is in an answer that has not been asked for yet. */
  known: number
  areas: readonly Area[]
  classes: readonly SizeClass[]
  places: readonly Place[]
  opening: { animals: readonly number[]; containers: readonly number[] }
  /** One entry per change, in order of days. */
  days: readonly number[]
  of: readonly number[]
  animals: readonly number[]
  containers: readonly number[]
}

/** Puts the answers together; the newest comes first. */
export function bookOf(answers: readonly Bags[]): Book | null {
  const [newest] = answers
  const oldest = answers.at(-1)
  if (!newest?.first || !oldest) return null
  const labels = [...new Set(answers.flatMap(({ sizes }) => sizes))]
  const classes = byGrowth(labels, (label) => label).map(({ one, step }) => ({ label: one, step }))
  const sizeAt = new Map(classes.map(({ label }, index) => [label, index]))
  const areaAt = new Map(newest.areas.map(({ leaseId }, index) => [leaseId, index]))

  const places: Place[] = []
  const placeAt = new Map<string, number>()
  const numbered = answers.map(({ areas, lots, sizes, places: some }) =>
    some.map((one) => {
      const area = areaAt.get(areas[one.area]?.leaseId ?? '')
      const lot = lots[one.lot]
      if (area === undefined || !lot) return -1
      const key = `${area} ${lot.lotId}`
      const at = placeAt.get(key) ?? places.push({ area, lot, size: sizeAt.get(sizes[lot.size] ?? '') ?? 0 }) - 1
      placeAt.set(key, at)
      return at
    }),
  )
  const opening = { animals: places.map(() => 0), containers: places.map(() => 0) }
  for (const [index, at] of (numbered.at(-1) ?? []).entries()) {
    if (at < 0) continue
    opening.animals[at] = oldest.opening.animals[index] ?? 0
    opening.containers[at] = oldest.opening.containers[index] ?? 0
  }
  return {
    first: newest.first,
    last: daysBetween(newest.first, newest.to),
    known: daysBetween(newest.first, oldest.from),
    areas: newest.areas,
    classes,
    places,
    opening,
    ...changesOf(newest.first, answers, numbered),
  }
}

function changesOf(first: Day, answers: readonly Bags[], numbered: readonly number[][]) {
  const [days, places, animals, containers]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (const [index, { from, gaps, of, changes }] of [...answers.entries()].reverse()) {
    let day = daysBetween(first, from)
    for (const [change, gap] of gaps.entries()) {
      day += gap
      const at = numbered[index]?.[of[change] ?? -1] ?? -1
      if (at < 0) continue
      days.push(day)
      places.push(at)
      animals.push(changes.animals[change] ?? 0)
      containers.push(changes.containers[change] ?? 0)
    }
  }
  return { days, of: places, animals, containers }
}
