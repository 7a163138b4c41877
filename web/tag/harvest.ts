import { between, dayText, readAt, readDay } from './clock'
import type { Farm, TagFields, Text } from './page'
import { firstText, text } from './text'
import { EN } from './words'

/** A farm labelled 'Processing Date' tells when it processed; without that day, when it harvested. */
export function beginning(farm: Farm, tag: TagFields): { start: Text; harvestTitle: string } {
  const harvestTitle = firstText(farm.labels?.harvest, 'Harvest')
  const start = harvestTitle === 'Processing Date' ? firstText(tag.processingDate, tag.harvestDate) : tag.harvestDate
  return { start, harvestTitle }
}

/** Where it was harvested, as it was recorded. */
export function placeOf(tag: TagFields, words = EN): string {
  const location = text(tag.harvestLocation)
  const parcel = parcelOf(tag, words)
  return location === '' ? parcel.replace(/^p/, 'P') : [location, parcel].filter(Boolean).join(', ')
}

function parcelOf(tag: TagFields, words = EN): string {
  const parcel = text(tag.parcel)
  return parcel === '' || /^parcel\b/i.test(parcel) ? parcel : words.parcel(parcel)
}

const WATER = /\b(bay|river|sound|inlet|creek|cove|canal|harbou?r|estuary|lagoon|strait)\b|bah[ií]a/i

/** In a sentence the bed stands before its water: "Stony Point 4, Willapa Bay". */
function spoken(location: string): string {
  const [water = '', bed = '', ...more] = location.split(', ')
  return bed !== '' && more.length === 0 && WATER.test(water) && !WATER.test(bed) ? `${bed}, ${water}` : location
}

/** The tag whose harvest is told: its own place, or that of the one tag that it was made from. */
export function harvestOf(farm: Farm, tag: TagFields, rootTag: TagFields | null): TagFields {
  // Of several growers the root is one, and the others harvested elsewhere.
  const several = text(farm.growerNames).includes(',')
  if (placeOf(tag) !== '' || !rootTag || several) return tag
  return { ...tag, harvestLocation: rootTag.harvestLocation, parcel: rootTag.parcel }
}

/** "Harvested 9 Nov 2026 at Palix Mouth, Willapa Bay, parcel 87."; '' where neither day nor place is on record. */
export function harvestLine(farm: Farm, tag: TagFields, withParcel: boolean, words = EN): string {
  const parcel = withParcel ? parcelOf(tag, words) : ''
  const place = [spoken(text(tag.harvestLocation)), parcel].filter(Boolean).join(', ')
  const { harvestTitle } = beginning(farm, tag)
  const processed = harvestTitle === 'Processing Date' ? readDay(tag.processingDate) : null
  const harvested = processed === null ? readDay(tag.harvestDate) : null
  const day = harvested === null ? '' : dayText(harvested, words)
  return [
    (day || place) && words.harvested(day, place),
    processed !== null && words.processed(dayText(processed, words)),
  ]
    .filter(Boolean)
    .join(' ')
}

/** "On ice 1 h 25 min later."; '' where that cannot be said. */
export function iceLine(farm: Farm, tag: TagFields, words = EN): string {
  const from = readAt(beginning(farm, tag).start, tag.harvestTime)
  const to = readAt(tag.icingDate, tag.icingTime)
  const time = between(from, to, words)
  if (time) return words.iced(time)
  const timed = from.minutes !== null && to.minutes !== null
  return from.day !== null && from.day === to.day && !timed ? words.icedSameDay : ''
}
