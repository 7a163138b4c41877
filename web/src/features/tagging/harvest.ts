import type { Harvested, NewTagEvent } from '@/api'
import type { Day } from '@/shared/lib/days'
import { groupWords, lotName, lotWords } from '@/shared/lib/lots'
import { counted, exact } from '@/shared/lib/numbers'
import { animalsPer, isUnit, quantityWords, type Unit } from '@/shared/lib/units'
import { fromLots, inParts, inUnits, type Packed, packedAs } from './packing'
import type { Sendable } from './useTaking'

/** What of a harvest is not on tags yet, by growing area and day: only these go into one container. */
export interface Place {
  key: string
  leaseId: string
  area: string
  date: Day
  lots: LotLeft[]
}

export interface LotLeft {
  lotId: string
  name: string
  detail: string
  left: number
  sizeLabel: string
  oysterType: string
}

export function placesOf(harvested: readonly Harvested[]): Place[] {
  const places = new Map<string, Place>()
  for (const one of harvested) {
    const left = one.harvested - one.tagged
    if (left <= 0) continue
    const key = placeKey(one)
    const { leaseId, area, date } = one
    const place = places.get(key) ?? { key, leaseId, area, date, lots: [] }
    const { sizeLabel } = one.lot
    const detail = lotWords(one.lot) ? groupWords(one.group) : ''
    place.lots.push({ lotId: one.lotId, name: lotName(one), detail, left, sizeLabel, oysterType: one.group.oysterType })
    places.set(key, place)
  }
  return [...places.values()]
}

export function placeKey({ leaseId, date }: { leaseId: string; date: Day }): string {
  return `${leaseId} ${date}`
}

export interface HarvestDraft extends Sendable {
  /** Key of the place; empty until one is chosen. */
  place: string
  /** Lots of it that stay out. */
  without: string[]
  each: string
  bags: string
  /** What the tags count in. */
  unit: Unit
  /** What one bag weighs or measures, if that is what they count in. */
  measure: string
  time: string
  brand: string
  species: string
  sizeCull: string
  certId: string
  note: string
}

export function harvestDraft(place = ''): HarvestDraft {
  const empty = {
    each: '',
    bags: '',
    measure: '',
    time: '',
    brand: '',
    species: '',
    sizeCull: '',
    certId: '',
    note: '',
  }
  return { place, without: [], unit: 'each', ...empty, sent: null }
}

export function lotsIn(place: Place, { without }: Pick<HarvestDraft, 'without'>): LotLeft[] {
  return place.lots.filter(({ lotId }) => !without.includes(lotId))
}

export function leftIn(lots: readonly LotLeft[]): number {
  return lots.reduce((sum, { left }) => sum + left, 0)
}

/** How the animals go into bags; null while that is not known or cannot be. */
export function bagsOf(draft: HarvestDraft, place: Place): Packed | null {
  return packedAs(leftIn(lotsIn(place, draft)), inParts(draft.each, 'each'), draft.bags)
}

/** "12 bags of 100 and one of 34" */
export function packedWords({ sizes }: Packed): string {
  const [first = 0] = sizes
  const last = sizes.at(-1) ?? first
  if (last === first) return `${counted(sizes.length, 'bag')} of ${exact(first)}`
  return `${counted(sizes.length - 1, 'bag')} of ${exact(first)} and one of ${exact(last)}`
}

export const restWords = (rest: number) => (rest === 0 ? 'all of them' : `${exact(rest)} stay without a tag`)

export const MOST_BAGS = 200

export function harvestProblems(draft: HarvestDraft, place: Place | undefined): Record<string, string> {
  if (!place) return { place: 'Choose the harvest.' }
  const found: Record<string, string> = {}
  const left = leftIn(lotsIn(place, draft))
  const each = inParts(draft.each, 'each')
  const bags = bagsOf(draft, place)
  if (left === 0) found.without = 'Choose at least one lot.'
  if (!draft.each.trim()) found.each = 'Enter how many animals a bag holds.'
  else if (each === null) found.each = 'Enter a whole number.'
  else if (!bags && left > 0) found.bags = badBags(draft.bags, each, left)
  else if (bags && bags.sizes.length > MOST_BAGS) found.bags = `At most ${MOST_BAGS} bags at a time.`
  if (asksMeasure(draft.unit) && inParts(draft.measure, draft.unit) === null) {
    found.measure = draft.measure.trim() ? 'Enter a number, such as 2.5.' : 'Enter what one bag holds.'
  }
  return found
}

function badBags(text: string, each: number, left: number): string {
  const most = Math.ceil(left / each)
  return /^\d+$/.test(text.trim()) && Number(text) > most
    ? `${exact(left)} animals fill ${counted(most, 'bag')} of ${exact(each)}.`
    : 'Enter a whole number.'
}

export const asksMeasure = (unit: Unit) => unit === 'bushel' || unit === 'kg'

/** What the tag of a bag with that many animals states; undefined for the animals themselves. */
function statedFor(animals: number, each: number, { unit, measure }: HarvestDraft) {
  if (unit === 'each') return undefined
  const per = animalsPer(unit)
  const parts = inParts(unit === 'bag' ? '1' : measure, unit) ?? 0
  const quantity = per ? Math.round((animals / per) * 1000) / 1000 : inUnits((parts * animals) / each, unit)
  return { quantity: unit === 'bag' ? 1 : quantity, unit }
}

/** One event for each bag, with ids that stay the same until they are answered. */
export function harvestEvents(draft: HarvestDraft, place: Place, key: string): NewTagEvent[] {
  const lots = lotsIn(place, draft)
  const sizes = bagsOf(draft, place)?.sizes ?? []
  const [each = 1] = sizes
  const states = {
    brand: draft.brand.trim(),
    species: draft.species.trim(),
    sizeCull: draft.sizeCull.trim(),
    ...(draft.certId && { certId: draft.certId }),
  }
  return fromLots(lots, sizes).map((taken, at) => ({
    id: `${key}-${at}`,
    event: 'harvest',
    date: place.date,
    time: draft.time,
    leaseId: place.leaseId,
    lots: taken,
    ...statedFor(sizes[at] ?? 0, each, draft),
    states,
    note: draft.note.trim(),
  }))
}

/** What will be tagged, in a sentence. */
export function harvestSentence(draft: HarvestDraft, place: Place | undefined, dayWords: string): string | null {
  const bags = place && bagsOf(draft, place)
  if (!place || !bags) return null
  const tags = counted(bags.sizes.length, 'tag')
  return `${tags} for ${packedWords(bags)}, from ${place.area}, ${dayWords}; ${restWords(bags.rest)}.`
}

/** "100 animals", "1 bag": what the tag of a full bag states. */
export function eachWords(draft: HarvestDraft): string {
  const animals = inParts(draft.each, 'each')
  if (animals === null || !isUnit(draft.unit)) return ''
  const { quantity, unit } = statedFor(animals, animals, draft) ?? { quantity: animals, unit: 'each' }
  return quantityWords(quantity, unit)
}
