import type { NewTagEvent, PublicTag } from '@/api'
import { type Day, formatDay, isDay } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { quantityWords, type Unit } from '@/shared/lib/units'
import { inParts, inUnits } from './packing'
import type { Sendable } from './useTaking'

/** What is typed of tags that come from other firms. */
export interface ReceiveDraft extends Sendable {
  /** The one that is being typed. */
  typed: string
  tags: string[]
  /** What each holds, by its id; of a container with several tags or one on paper, under `all`. */
  amounts: Record<string, string>
  unit: Unit
  /** All of them are on one container, as they came. */
  mixed: boolean
  /** It came with a tag on paper that has no code. */
  paper: boolean
  date: Day
  time: string
  brand: string
  species: string
  harvestDate: string
  harvestTime: string
  harvestLocation: string
  parcel: string
  sourceCert: string
  /** Names the certificate of the facility that received it. */
  certId: string
  note: string
}

export const ALL = 'all'

export function receiveDraft(today: Day, tags: string[]): ReceiveDraft {
  const paper = { harvestDate: '', harvestTime: '', harvestLocation: '', parcel: '', sourceCert: '' }
  const said = { typed: '', time: '', brand: '', species: '', certId: '', note: '', ...paper }
  return { tags, amounts: {}, unit: 'each', mixed: false, paper: false, date: today, ...said, sent: null }
}

/** One container, whatever number of tags is on it. */
export const isOne = ({ paper, mixed, tags }: ReceiveDraft) => paper || (mixed && tags.length > 1)

/** Under what the quantity of each container is typed. */
const containersOf = (draft: ReceiveDraft) => (isOne(draft) ? [ALL] : draft.tags)

export function receiveProblems(draft: ReceiveDraft, today: Day): Record<string, string> {
  const found: Record<string, string> = {}
  if (!draft.paper && draft.typed.trim()) found.typed = 'That is not a tag: enter all of its 24 digits, or its address.'
  else if (!draft.paper && draft.tags.length === 0) found.typed = 'Scan or type the tag first.'
  if (!isDay(draft.date)) found.date = 'Enter the date.'
  else if (draft.date > today) found.date = 'That day is in the future.'
  for (const name of containersOf(draft)) {
    if (!inParts(draft.amounts[name] ?? '', draft.unit)) found[`amounts.${name}`] = 'Enter what came.'
  }
  if (draft.paper) {
    if (!draft.harvestDate) found.harvestDate = 'Enter the date of harvest.'
    if (!draft.harvestLocation.trim()) found.harvestLocation = 'Enter where it was harvested.'
    if (!draft.sourceCert.trim()) found.sourceCert = 'Enter the certificate of the original shipper or harvester.'
  }
  return found
}

export function receiveBatch(draft: ReceiveDraft, key: string): NewTagEvent[] {
  const { date, time, unit, tags, paper } = draft
  const base = { event: 'receive', date, time, unit, note: draft.note.trim() } as const
  const quantityOf = (name: string) => inUnits(inParts(draft.amounts[name] ?? '', unit) ?? 0, unit)
  const named = draft.certId ? { certId: draft.certId } : {}
  const states = { brand: draft.brand.trim(), species: draft.species.trim(), ...named }
  if (paper) {
    const { harvestDate, harvestTime, harvestLocation, parcel, sourceCert } = draft
    const onPaper = { ...states, harvestDate, harvestTime, harvestLocation, parcel, sourceCert }
    return [{ id: key, ...base, quantity: quantityOf(ALL), states: onPaper }]
  }
  const own = draft.certId ? { states: named } : {}
  if (isOne(draft)) {
    return [{ id: key, ...base, from: tags.map((tag) => ({ tag })), quantity: quantityOf(ALL), ...own }]
  }
  return tags.map((tag) => ({ id: `${key}-${tag}`, ...base, from: [{ tag }], quantity: quantityOf(tag), ...own }))
}

/** The input beside which a refusal of the server is shown. */
export function receivePath(field: string, at: number, draft: ReceiveDraft): string {
  const from = /^from\.(\d+)\./.exec(field)
  const one = isOne(draft)
  if (from) return `amounts.${draft.tags[one ? Number(from[1]) : at]}`
  if (field === 'quantity') return `amounts.${one ? ALL : draft.tags[at]}`
  return field.replace(/^states\./, '')
}

export function receiveSentence(draft: ReceiveDraft): string | null {
  const names = containersOf(draft)
  const parts = names.map((name) => inParts(draft.amounts[name] ?? '', draft.unit))
  if (names.length === 0 || parts.some((one) => one === null)) return null
  const sum = parts.reduce<number>((all, one) => all + (one ?? 0), 0)
  const what = quantityWords(inUnits(sum, draft.unit), draft.unit)
  if (draft.paper) return `${what} received on a tag of paper.`
  return `${what} received under ${counted(draft.tags.length, 'tag')}${isOne(draft) ? ', in one container' : ''}.`
}

/** What the page of a tag says of it, in a line. */
export function publicWords({ farm, tag, rootTag }: PublicTag): string {
  const said = { ...tag, ...Object.fromEntries(Object.entries(tag.item ?? {}).filter(([, value]) => value !== null)) }
  const date = said.harvestDate || rootTag?.harvestDate || ''
  const place = said.harvestLocation || rootTag?.harvestLocation || ''
  return [farm.name, said.brand || said.species.value, date && `harvested ${formatDay(date)}`, place]
    .filter(Boolean)
    .join(', ')
}
