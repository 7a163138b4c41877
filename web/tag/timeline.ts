import { dayMoment, type Moment, moment, readDay, readTime } from './clock'
import type { Farm, TagFields, Text } from './page'
import { firstText, text } from './text'

export interface Step {
  title: string
  detail: string
  when: Moment | null
}

// Fixed ranks come first; everything else follows by date.
const HARVEST = 1
const SHIPPER = 2
const DATED = 3

interface Candidate extends Step {
  rank: number
  day: number | null
  /** Order among steps of one day: Ice before Wet before Ship, Start before End. */
  tie: number
}

/** What happened to the product, in the order in which it is told. `tag` has its item merged in. */
export function timeline(farm: Farm, tag: TagFields): Step[] {
  return candidates(farm, tag)
    .filter((step) => step.detail !== '' || step.when !== null)
    .sort(inOrder)
    .map(({ title, detail, when }) => ({ title, detail, when }))
}

function candidates(farm: Farm, tag: TagFields): Candidate[] {
  const { start, harvestTitle } = beginning(farm, tag)
  // A lot number has no date of its own: it is given when storage starts.
  const lotDate = text(tag.wetStorageDate) === '' ? tag.wetStorageEndDate : tag.wetStorageDate
  return [
    { rank: HARVEST, tie: 0, title: harvestTitle, detail: place(tag), ...at(start, tag.harvestTime) },
    { rank: SHIPPER, tie: 0, title: shipperTitle(tag), detail: text(tag.sourceCert), when: null, day: null },
    { rank: DATED, tie: receivedTie(tag), title: 'Received Date', detail: '', ...at(tag.receiptDate, tag.receiptTime) },
    { rank: DATED, tie: 2, title: 'Ice/Refrigeration', detail: '', ...at(tag.icingDate, tag.icingTime) },
    {
      rank: DATED,
      tie: 4,
      title: 'Wet Storage Lot #',
      detail: text(tag.wetStorageLot),
      when: null,
      day: readDay(lotDate),
    },
    { rank: DATED, tie: 5, title: 'Wet Storage Start Date', detail: '', ...on(tag.wetStorageDate) },
    { rank: DATED, tie: 6, title: 'Wet Storage End Date', detail: '', ...on(tag.wetStorageEndDate) },
    { rank: DATED, tie: 7, title: 'Ship', detail: text(tag.destination), ...at(tag.shipDate, tag.shipTime) },
  ]
}

/** A farm labelled 'Processing Date' tells when it processed; without that day, when it harvested. */
function beginning(farm: Farm, tag: TagFields): { start: Text; harvestTitle: string } {
  const harvestTitle = firstText(farm.labels?.harvest, 'Harvest')
  const start = harvestTitle === 'Processing Date' ? firstText(tag.processingDate, tag.harvestDate) : tag.harvestDate
  return { start, harvestTitle }
}

function place(tag: TagFields): string {
  const location = text(tag.harvestLocation)
  const parcel = text(tag.parcel)
  if (parcel === '') return location
  const named = /^parcel\b/i.test(parcel) ? parcel : `parcel ${parcel}`
  return location === '' ? named.replace(/^p/, 'P') : `${location}, ${named}`
}

function shipperTitle(tag: TagFields): string {
  return text(tag.vendorType).toLowerCase() === 'harvester' ? 'Harvester' : 'Original Shipper'
}

// Receipt has no fixed place among the steps of its day: the clock decides
// between it and the ice, and it always comes before storage and shipping.
function receivedTie(tag: TagFields): number {
  const bothTimed = text(tag.receiptTime) !== '' && text(tag.icingTime) !== ''
  const [received, iced] = [readTime(tag.receiptTime), readTime(tag.icingTime)]
  return bothTimed && received !== null && iced !== null && received < iced ? 1 : 3
}

function at(date: Text, time: Text): Pick<Candidate, 'when' | 'day'> {
  return { when: moment(date, time), day: readDay(date) }
}

function on(date: Text): Pick<Candidate, 'when' | 'day'> {
  return { when: dayMoment(date), day: readDay(date) }
}

/** Rank, then day with undated steps last, then the order within a day. */
function inOrder(a: Candidate, b: Candidate): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.day !== b.day) {
    if (a.day === null) return 1
    if (b.day === null) return -1
    return a.day - b.day
  }
  return a.tie - b.tie
}
