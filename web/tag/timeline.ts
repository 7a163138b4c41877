import { type At, between, dayMoment, type Moment, moment, readAt, readDay, readTime } from './clock'
import { beginning, placeOf } from './harvest'
import type { Farm, TagFields, Text } from './page'
import { text } from './text'
import { EN, labelled, type Words } from './words'

export interface Step {
  title: string
  detail: string
  when: Moment | null
  /** "1 h 25 min after harvest", "2 days 6 h later": since the stop before; '' where that cannot be said. */
  since: string
}

// Fixed ranks come first; everything else follows by date.
const HARVEST = 1
const SHIPPER = 2
const DATED = 3

interface Candidate extends Omit<Step, 'since'>, At {
  rank: number
  /** Order among steps of one day: Ice before Wet before Ship, Start before End. */
  tie: number
}

/** What happened to the product, in the order in which it is told. `tag` has its item merged in; `place` is where it was harvested. */
export function timeline(farm: Farm, tag: TagFields, place = placeOf(tag), words = EN): Step[] {
  const told = candidates(farm, tag, place, words)
    .filter((step) => step.detail !== '' || step.when !== null)
    .sort(inOrder)
  return told.map((step, index) => {
    const { title, detail, when } = step
    return { title: labelled(words, title), detail, when, since: sinceStop(told.slice(0, index), step, words) }
  })
}

/** How long after the last stop with a day; of the harvest it is said what it was. */
function sinceStop(earlier: Candidate[], step: Candidate, words: Words): string {
  const before = earlier.reverse().find(({ when, day }) => when !== null && day !== null)
  const time = step.when && before && between(before, step, words)
  if (!time) return ''
  return before.rank === HARVEST && before.title === 'Harvest' ? words.afterHarvest(time) : words.later(time)
}

function candidates(farm: Farm, tag: TagFields, place: string, words: Words): Candidate[] {
  const at = (date: Text, time: Text): When => ({ when: moment(date, time, words), ...readAt(date, time) })
  const on = (date: Text): When => ({ when: dayMoment(date, words), day: readDay(date), minutes: null })
  const { start, harvestTitle } = beginning(farm, tag)
  // A lot number has no date of its own: it is given when storage starts.
  const lotDate = text(tag.wetStorageDate) === '' ? tag.wetStorageEndDate : tag.wetStorageDate
  return [
    { rank: HARVEST, tie: 0, title: harvestTitle, detail: place, ...at(start, tag.harvestTime) },
    { rank: SHIPPER, tie: 0, title: shipperTitle(tag), detail: text(tag.sourceCert), when: null, ...NEVER },
    { rank: DATED, tie: receivedTie(tag), title: 'Received Date', detail: '', ...at(tag.receiptDate, tag.receiptTime) },
    { rank: DATED, tie: 2, title: 'Ice/Refrigeration', detail: '', ...at(tag.icingDate, tag.icingTime) },
    {
      rank: DATED,
      tie: 4,
      title: 'Wet Storage Lot #',
      detail: text(tag.wetStorageLot),
      when: null,
      day: readDay(lotDate),
      minutes: null,
    },
    { rank: DATED, tie: 5, title: 'Wet Storage Start Date', detail: '', ...on(tag.wetStorageDate) },
    { rank: DATED, tie: 6, title: 'Wet Storage End Date', detail: '', ...on(tag.wetStorageEndDate) },
    { rank: DATED, tie: 7, title: 'Ship', detail: text(tag.destination), ...at(tag.shipDate, tag.shipTime) },
  ]
}

type When = Pick<Candidate, 'when' | 'day' | 'minutes'>

const NEVER: At = { day: null, minutes: null }

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
