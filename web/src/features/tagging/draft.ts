import type { NewTagEvent, OwnTag } from '@/api'
import { type Day, formatDay, isDay } from '@/shared/lib/days'
import { badDegrees, type Degrees } from '@/shared/lib/degrees'
import { counted } from '@/shared/lib/numbers'
import { isUnit, quantityWords, type Unit } from '@/shared/lib/units'
import { KINDS, type OwnEvent } from './events'
import { inParts, inUnits, type Packed, packedAs, partsIn } from './packing'
import type { Sendable } from './useTaking'

/** What is typed of an event that happens to tags of the firm, or takes from them. */
export interface EventDraft extends Sendable {
  tags: string[]
  /** How much of each tag, by its id; empty for all that is left. */
  amounts: Record<string, string>
  date: Day
  time: string
  each: string
  count: string
  quantity: string
  unit: Unit | ''
  lot: string
  name: string
  cert: string
  email: string
  phone: string
  address: string
  degrees: string
  brand: string
  sizeCull: string
  certId: string
  note: string
}

export function eventDraft(today: Day, tags: string[]): EventDraft {
  const said = {
    lot: '',
    name: '',
    cert: '',
    email: '',
    phone: '',
    address: '',
    degrees: '',
    brand: '',
    sizeCull: '',
    certId: '',
  }
  const counts = { each: '', count: '', quantity: '', unit: '' } as const
  return { tags, amounts: {}, date: today, time: '', ...counts, ...said, note: '', sent: null }
}

export type Tags = ReadonlyMap<string, OwnTag>

/** What is known beside the draft. */
export interface Facts {
  tags: Tags
  today: Day
  degrees: Degrees
}

const unitOf = ({ unit }: OwnTag): Unit => (isUnit(unit) ? unit : 'each')

const leftOf = (tag: OwnTag) => partsIn(tag.remainder, unitOf(tag)) ?? 0

/** How much of a tag goes, in its parts; null where what is typed is no quantity. */
function amountOf(tag: OwnTag, { amounts }: EventDraft): number | null {
  const text = amounts[tag._id] ?? ''
  return text.trim() ? inParts(text, unitOf(tag)) : leftOf(tag)
}

const chosen = (draft: EventDraft, tags: Tags): OwnTag[] =>
  draft.tags.map((id) => tags.get(id)).filter((tag) => tag !== undefined)

/** What goes from the tags together; undefined where they count in what cannot be added. */
function together(draft: EventDraft, tags: Tags): { quantity: number; unit: Unit } | undefined {
  const all = chosen(draft, tags)
  const units = new Set(all.map(unitOf))
  const [only] = units
  if (!only) return undefined
  const animals = [...units].every((one) => one === 'each' || one === 'dozen')
  if (units.size > 1 && !animals) return undefined
  const parts = all.reduce((sum, tag) => sum + (amountOf(tag, draft) ?? 0), 0)
  const unit = units.size === 1 ? only : 'each'
  return { quantity: inUnits(parts, unit), unit }
}

/** How the tag is split. */
export function partsOf(draft: EventDraft, tags: Tags): Packed | null {
  const [tag] = chosen(draft, tags)
  return tag ? packedAs(leftOf(tag), inParts(draft.each, unitOf(tag)), draft.count) : null
}

/** "3 of 40 animals and one of 10 animals" */
export function partsWords(draft: EventDraft, tags: Tags): string {
  const [tag] = chosen(draft, tags)
  const parts = partsOf(draft, tags)
  if (!tag || !parts) return ''
  const words = (size: number) => quantityWords(inUnits(size, unitOf(tag)), unitOf(tag))
  const [first = 0] = parts.sizes
  const last = parts.sizes.at(-1) ?? first
  const rest = parts.rest > 0 ? `; ${words(parts.rest)} stay on the tag` : ''
  if (last === first) return `${counted(parts.sizes.length, 'tag')} of ${words(first)}${rest}`
  return `${counted(parts.sizes.length - 1, 'tag')} of ${words(first)} and one of ${words(last)}${rest}`
}

/** What a retag makes: what is typed, or what goes over. */
function retagged(draft: EventDraft, tag: OwnTag): { quantity: number; unit: Unit } {
  const unit = draft.unit || unitOf(tag)
  if (unit === unitOf(tag)) return { quantity: inUnits(amountOf(tag, draft) ?? 0, unit), unit }
  return { quantity: inUnits(inParts(draft.quantity, unit) ?? 0, unit), unit }
}

export const asksQuantity = (draft: EventDraft, tag: OwnTag) => draft.unit !== '' && draft.unit !== unitOf(tag)

export function eventProblems(event: OwnEvent, draft: EventDraft, facts: Facts): Record<string, string> {
  const { least, most, asks } = KINDS[event]
  const { tags, today, degrees } = facts
  const found: Record<string, string> = {}
  if (draft.tags.length < least) found.tags = least > 1 ? 'Choose at least two tags.' : 'Choose a tag.'
  if (draft.tags.length > most) found.tags = most > 1 ? `Choose at most ${most} tags.` : 'Choose one tag only.'
  if (!isDay(draft.date)) found.date = 'Enter the date.'
  else if (draft.date > today) found.date = 'That day is in the future.'
  // A tag of which nothing is known would be left out of what is sent, unseen.
  for (const id of draft.tags) {
    if (!tags.has(id)) found[`amounts.${id}`] = 'It is not known as a tag of the firm. Leave it out, or try again.'
  }
  for (const tag of chosen(draft, tags)) {
    const amount = asks.includes('amounts') ? amountOf(tag, draft) : 0
    if (amount === null) found[`amounts.${tag._id}`] = 'Enter a number, or nothing for all that is left.'
    else if (asks.includes('amounts') && leftOf(tag) === 0) found[`amounts.${tag._id}`] = 'Nothing is left of it.'
    else if (amount > leftOf(tag)) found[`amounts.${tag._id}`] = `Only ${leftWords(tag)}.`
  }
  if (asks.includes('parts') && draft.tags.length === 1) Object.assign(found, partsProblems(draft, tags))
  if (event === 'ship') Object.assign(found, recallProblems(draft, tags))
  const [first] = chosen(draft, tags)
  if (asks.includes('retag') && first && asksQuantity(draft, first) && !inParts(draft.quantity, draft.unit || 'each')) {
    found.quantity = 'Enter what the new tag stands for.'
  }
  if (asks.includes('lot') && !draft.lot.trim()) found.lot = 'Enter the lot number of the wet storage.'
  if (asks.includes('to') && !draft.name.trim()) found.name = 'Enter to whom it is shipped.'
  if (asks.includes('degrees')) {
    const bad = draft.degrees.trim() ? badDegrees(draft.degrees, degrees) : 'Enter the temperature.'
    if (bad) found.degrees = bad
  }
  if (event === 'void' && !draft.note.trim()) found.note = 'Enter why the tag is taken back.'
  return found
}

function recallProblems(draft: EventDraft, tags: Tags): Record<string, string> {
  return Object.fromEntries(
    chosen(draft, tags).flatMap(({ _id, recall }) =>
      recall ? [[`amounts.${_id}`, `Recalled by ${recall}. Leave it out.`]] : [],
    ),
  )
}

function partsProblems(draft: EventDraft, tags: Tags): Record<string, string> {
  const [tag] = chosen(draft, tags)
  if (!tag) return {}
  if (!inParts(draft.each, unitOf(tag))) return { each: 'Enter what each new tag stands for.' }
  const parts = partsOf(draft, tags)
  if (!parts) return { count: `Only ${leftWords(tag)}.` }
  return parts.sizes.length > 200 ? { count: 'At most 200 tags at a time.' } : {}
}

/** "120 animals left" */
export function leftWords(tag: OwnTag): string {
  return tag.remainder === null ? 'no quantity stated' : `${quantityWords(tag.remainder, tag.unit)} left`
}

/** "Bay Center Selects, harvested 20 Nov 2026, Stony Point 4" */
export function tagWords({ brand, species, harvestDate, harvestLocation }: Named): string {
  const harvested = harvestDate && `harvested ${formatDay(harvestDate)}`
  return [brand || species.value || 'Without a brand', harvested, harvestLocation].filter(Boolean).join(', ')
}

type Named = Pick<OwnTag, 'brand' | 'species' | 'harvestDate' | 'harvestLocation'>

/** The batch; its ids begin with the key. */
export function eventBatch(event: OwnEvent, draft: EventDraft, { tags, degrees }: Facts, key: string): NewTagEvent[] {
  const all = chosen(draft, tags)
  const base = { event, date: draft.date, time: draft.time, note: draft.note.trim() }
  const draws = all.map((tag) => {
    const unit = unitOf(tag)
    return { tag: tag._id, quantity: inUnits(amountOf(tag, draft) ?? 0, unit), unit }
  })
  const states = {
    brand: draft.brand.trim(),
    sizeCull: draft.sizeCull.trim(),
    ...(draft.certId && { certId: draft.certId }),
  }
  const [first] = all
  switch (event) {
    case 'ship': {
      const { name, cert, email, phone, address } = draft
      const to = { name, cert, email, phone, address }
      return draws.map(({ tag, quantity, unit }) => ({ id: `${key}-${tag}`, ...base, tag, quantity, unit, to }))
    }
    case 'ice':
    case 'void':
      return all.map(({ _id: tag }) => ({ id: `${key}-${tag}`, ...base, tag }))
    case 'temperature': {
      const temperatureC = degrees.toCelsius(draft.degrees)
      return all.map(({ _id: tag }) => ({ id: `${key}-${tag}`, ...base, tag, temperatureC }))
    }
    case 'split': {
      if (!first) return []
      const unit = unitOf(first)
      return (partsOf(draft, tags)?.sizes ?? []).map((size, at) => {
        const quantity = inUnits(size, unit)
        return { id: `${key}-${at}`, ...base, from: [{ tag: first._id, quantity, unit }], quantity, unit, states }
      })
    }
    case 'retag':
      return first ? [{ id: key, ...base, from: draws, ...retagged(draft, first), states }] : []
    case 'wet-storage-in':
      return [{ id: key, ...base, from: draws, ...together(draft, tags), wetStorageLot: draft.lot.trim(), states }]
    case 'wet-storage-out':
    case 'commingle':
      return [{ id: key, ...base, from: draws, ...together(draft, tags), states }]
  }
}

/** The input beside which a refusal of the server is shown. */
export function eventPath(event: OwnEvent, field: string, at: number, draft: EventDraft): string {
  const { asks } = KINDS[event]
  const from = /^from\.(\d+)\./.exec(field)
  if (asks.includes('parts') && (from || field === 'quantity')) return 'each'
  if (from) return `amounts.${draft.tags[Number(from[1])]}`
  if (field === 'tag' || (field === 'quantity' && event === 'ship')) return `amounts.${draft.tags[at]}`
  if (field === 'temperatureC') return 'degrees'
  if (field === 'wetStorageLot') return 'lot'
  return field.replace(/^(?:states|to)\./, '')
}

/** What will be recorded, in a sentence; null until it is known. */
export function eventSentence(event: OwnEvent, draft: EventDraft, facts: Facts): string | null {
  const { tags, today } = facts
  const all = chosen(draft, tags)
  const [first] = all
  if (!first || all.length < KINDS[event].least) return null
  const day = draft.date === today ? '' : ` on ${formatDay(draft.date)}`
  const sum = together(draft, tags)
  const what = sum
    ? `${quantityWords(sum.quantity, sum.unit)} of ${counted(all.length, 'tag')}`
    : counted(all.length, 'tag')
  switch (event) {
    case 'ship':
      return draft.name.trim() ? `${what} shipped to ${draft.name.trim()}${day}.` : null
    case 'ice':
      return `${counted(all.length, 'tag')} iced${day}.`
    case 'temperature':
      return draft.degrees.trim()
        ? `${draft.degrees.trim()} ${facts.degrees.sign} on ${counted(all.length, 'tag')}${day}.`
        : null
    case 'split':
      return partsOf(draft, tags) && `Split into ${partsWords(draft, tags)}.`
    case 'retag': {
      const { quantity, unit } = retagged(draft, first)
      return quantity > 0 ? `A new tag of ${quantityWords(quantity, unit)} in the place of ${what}${day}.` : null
    }
    case 'commingle':
      return `One tag for ${what}${day}.`
    case 'wet-storage-in':
      return draft.lot.trim() ? `${what} put into wet storage as lot ${draft.lot.trim()}${day}.` : null
    case 'wet-storage-out':
      return `${what} taken out of wet storage${day}.`
    case 'void':
      return `${counted(all.length, 'tag')} taken back: what it took is free again.`
  }
}
