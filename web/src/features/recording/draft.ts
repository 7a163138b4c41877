import type { Farm, Held, NewActivity } from '@/api'
import { type Day, parseDay } from '@/shared/lib/days'
import { degreesIn } from '@/shared/lib/degrees'
import { decimal, whole } from '@/shared/lib/entries'
import { type FactsDraft, factsOf, NO_FACTS, nextFacts } from './facts'
import { lengthsBody, lengthsOf, NO_SAMPLE, nextSample, type SampleDraft } from './lengths'
import type { ActivityName } from './names'

/** One of the lots into which a move, a grading or a split puts animals. */
export interface Target {
  leaseId: string
  sizeLabel: string
  meshSize: string
  nickname: string
  count: string
  containers: string
}

/** The form's values as typed. */
export interface Draft {
  /** The growing area. */
  leaseId: string
  /** Key of the chosen place; empty until one is chosen. */
  place: string
  date: Day
  count: string
  /** Of a count: what animals that it does not find are; empty for the farm's default. */
  missing?: '' | 'missing' | 'dead'
  containers: string
  measured: string
  sizeMm: string
  /** Lengths of a size sample; a draft that was kept by an earlier release has none. */
  sample?: SampleDraft
  oysterType: string
  seedSource: string
  sizeLabel: string
  meshSize: string
  nickname: string
  targets: Target[]
  /** Of a harvest; a draft that was kept by an earlier release has none. */
  facts?: FactsDraft
  note: string
}

export function placeKey({ leaseId, group, lot }: Pick<Held, 'leaseId' | 'group' | 'lot'>): string {
  const { oysterType, seedSource, year, month, datePlanted, locationPlanted } = group
  const animals = [oysterType, seedSource, year, month, datePlanted, locationPlanted]
  return JSON.stringify([leaseId, ...animals, lot.sizeLabel, lot.meshSize, lot.nickname])
}

/** A target starts as the lot that the animals leave; what is not changed stays as it was. */
export function targetFrom(place: Held | null): Target {
  const { sizeLabel, meshSize, nickname } = place?.lot ?? { sizeLabel: '', meshSize: '', nickname: '' }
  return { leaseId: place?.leaseId ?? '', sizeLabel, meshSize, nickname, count: '', containers: '' }
}

export function emptyDraft(today: Day): Draft {
  return {
    leaseId: '',
    place: '',
    date: today,
    count: '',
    containers: '',
    measured: '',
    sizeMm: '',
    sample: NO_SAMPLE,
    oysterType: '',
    seedSource: '',
    sizeLabel: '',
    meshSize: '',
    nickname: '',
    targets: [targetFrom(null)],
    facts: NO_FACTS,
    note: '',
  }
}

/** The draft of a form that starts at a growing area, and perhaps at a lot there. */
export function beginningDraft(
  today: Day,
  { leases }: Pick<Farm, 'leases'>,
  places: readonly Held[],
  { leaseId, lotId }: { leaseId?: string; lotId?: string },
): Draft {
  const draft = emptyDraft(today)
  if (!leases.some((lease) => lease.leaseId === leaseId)) return draft
  const place = places.find((one) => one.leaseId === leaseId && one.lotId === lotId)
  return { ...draft, leaseId: leaseId ?? '', place: place ? placeKey(place) : '', targets: [targetFrom(place ?? null)] }
}

/** For the next entry: place, day, labels and what goes for a whole trip stay; numbers and note go. */
export function nextDraft(draft: Draft, place: Held | null): Draft {
  const facts = nextFacts(draft.facts ?? NO_FACTS)
  const sample = nextSample(draft.sample ?? NO_SAMPLE)
  const blank = { count: '', missing: '' as const, containers: '', measured: '', sizeMm: '', note: '', facts, sample }
  return { ...draft, ...blank, targets: [targetFrom(place)] }
}

/** How many containers leave with that many animals, if all hold the same number; 0 while that is not known. */
export function containersFilled(
  count: number | null,
  { onHand, containers }: Pick<Held, 'onHand' | 'containers'>,
): number {
  if (!count || count > onHand || containers === 0) return 0
  return count === onHand ? containers : Math.round((count * containers) / onHand)
}

/** What the targets take together; what is not a number yet counts as 0. */
export function taken(targets: readonly Target[]): number {
  return targets.reduce((sum, target) => sum + (whole(target.count) ?? 0), 0)
}

/** The activity that a complete draft stands for, without the id under which it is recorded. `area` is the name of the growing area, and `country` that of the farm. */
export function toActivity(
  activity: ActivityName,
  draft: Draft,
  place: Held | null,
  area: string,
  country = '',
): Omit<NewActivity, 'id'> {
  const { date } = draft
  const note = draft.note.trim()
  const containers = whole(draft.containers) ?? 0
  const count = whole(draft.count) ?? 0
  if (activity === 'plant' || !place) {
    const day = parseDay(date)
    const { oysterType, seedSource, sizeLabel, meshSize, nickname } = draft
    const group = {
      oysterType: oysterType.trim(),
      seedSource: seedSource.trim(),
      year: day?.year ?? null,
      month: day?.month ?? null,
      datePlanted: date,
      locationPlanted: area,
    }
    const lot = { sizeLabel: sizeLabel.trim(), meshSize: meshSize.trim(), nickname: nickname.trim() }
    return { activity, date, leaseId: draft.leaseId, group, lot, count, containers, note }
  }
  const { leaseId, group, lot } = place
  const base = { activity, date, leaseId, group, lot, note }
  switch (activity) {
    case 'count':
      return { ...base, count, ...(draft.missing && { missing: draft.missing }) }
    case 'size':
      if (draft.sample && draft.sample.by !== 'mean') return { ...base, ...lengthsBody(lengthsOf(draft.sample)) }
      return { ...base, measured: whole(draft.measured) ?? 0, sizeMm: decimal(draft.sizeMm) ?? 0 }
    case 'move': {
      const [target = targetFrom(place)] = draft.targets
      return {
        ...base,
        count,
        containers,
        to: [partOf({ ...target, count: draft.count, containers: draft.containers })],
      }
    }
    case 'split':
      return { ...base, count: taken(draft.targets), containers, to: draft.targets.map(partOf) }
    case 'harvest': {
      const facts = factsOf(draft.facts ?? NO_FACTS, date, { country, degrees: degreesIn(country) })
      return { ...base, count, containers, ...(facts && { facts }) }
    }
    default:
      return { ...base, count, containers }
  }
}

function partOf({ leaseId, sizeLabel, meshSize, nickname, count, containers }: Target) {
  const lot = { sizeLabel: sizeLabel.trim(), meshSize: meshSize.trim(), nickname: nickname.trim() }
  return { leaseId, lot, count: whole(count) ?? 0, containers: whole(containers) ?? 0 }
}
