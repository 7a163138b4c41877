import type { LineageNode, OwnTag, TagEvent, TagState } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { deedOf } from '@/shared/lib/tagEventWords'
import { quantityNumber, quantityWords } from '@/shared/lib/units'

export const STATES: readonly { value: TagState; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'left', label: 'Left' },
  { value: 'wet-storage', label: 'In wet storage' },
  { value: 'gone', label: 'Gone' },
]

/** "Harvested 10 Nov 2026" */
export const madeOf = ({ event, madeOn }: Pick<OwnTag, 'event' | 'madeOn'>) =>
  event || madeOn ? [deedOf(event), madeOn && formatDay(madeOn)].filter(Boolean).join(' ') : ''

/** "60 animals", "12.5 kg"; '' where it is not known. */
export const amountOf = (quantity: number | null | undefined, unit: string) =>
  quantity === null || quantity === undefined ? '' : quantityWords(quantity, unit)

/** "2.5 bushels, at most 54 animals": also what it, or what it was made of, was counted in before. */
export const quantityOf = ({ quantity, unit, held = [] }: Pick<OwnTag, 'quantity' | 'unit' | 'held'>) =>
  [amountOf(quantity, unit), ...held.map((one) => `at most ${amountOf(one.quantity, one.unit)}`)]
    .filter(Boolean)
    .join(', ')

/** "40 of 100 animals left" */
export function leftOf({ quantity, remainder, unit }: Pick<OwnTag, 'quantity' | 'remainder' | 'unit'>): string {
  if (quantity === null || remainder === null) return 'States no quantity'
  if (remainder === quantity) return `${amountOf(quantity, unit)} left`
  return `${quantityNumber(remainder)} of ${amountOf(quantity, unit)} left`
}

/** Where it stands. */
export function stateOf({ remainder, wetStored }: Pick<OwnTag, 'remainder' | 'wetStored'>): string {
  if (remainder === null) return ''
  if (remainder === 0) return 'Gone'
  return wetStored ? 'In wet storage' : 'Left'
}

/** Tags have no names: what they are sold as, and the end of the id, tell them apart. */
export const nameOf = (brand: string, id: string) => `${brand || 'Tag'} …${shortId(id)}`
export const shortId = (id: string) => id.slice(-6)

/** "10 Nov 2026, Willapa Bay" */
export const harvestOf = ({ harvestDate, harvestLocation }: Pick<OwnTag, 'harvestDate' | 'harvestLocation'>) =>
  [harvestDate && formatDay(harvestDate), harvestLocation].filter(Boolean).join(', ')

/** Whose it is, how it was made, and of which harvest: what follows its name. */
export function toldOf(node: LineageNode): string {
  const made = madeOf(node)
  const harvest = harvestOf(node)
  return [node.own ? '' : node.firm, made.charAt(0).toLowerCase() + made.slice(1), harvest && `harvest of ${harvest}`]
    .filter(Boolean)
    .map((words) => `, ${words}`)
    .join('')
}

/** "10 Nov 2026, 06:40" */
export const whenOf = ({ date, time }: Pick<TagEvent, 'date' | 'time'>) =>
  [formatDay(date), time].filter(Boolean).join(', ')

const at = (day: string, time: string) => [day && formatDay(day), time].filter(Boolean).join(', ')

/** All that a tag states, in the order of its public page; what it leaves out is not listed. */
export function factsOf(tag: OwnTag): { label: string; value: string }[] {
  return [
    { label: 'Tag', value: tag._id },
    { label: 'Made', value: madeOf(tag) },
    { label: 'Quantity', value: quantityOf(tag) },
    { label: 'Brand', value: tag.brand },
    { label: 'Species', value: tag.species.value || tag.shellfishType },
    { label: 'Size', value: tag.sizeCull },
    { label: 'Harvest', value: at(tag.harvestDate, tag.harvestTime) },
    {
      label: 'Harvested at',
      value: [tag.harvestLocation, tag.parcel && `parcel ${tag.parcel}`].filter(Boolean).join(', '),
    },
    { label: 'Processed', value: at(tag.processingDate, '') },
    { label: 'Certificate', value: tag.cert },
    { label: 'Certificate in use', value: tag.certId },
    { label: 'Original shipper or harvester', value: [tag.sourceCert, tag.vendorType].filter(Boolean).join(', ') },
    { label: 'On ice', value: at(tag.icingDate, tag.icingTime) },
    { label: 'Received', value: at(tag.receiptDate, tag.receiptTime) },
    { label: 'Wet storage lot', value: tag.wetStorageLot },
    { label: 'Wet storage certificate', value: tag.wetStorageCert },
    { label: 'Wet storage from', value: at(tag.wetStorageDate, '') },
    { label: 'Wet storage to', value: at(tag.wetStorageEndDate, '') },
    { label: 'Shipped', value: at(tag.shipDate, tag.shipTime) },
    { label: 'Destination', value: tag.destination },
  ].filter(({ value }) => value !== '')
}
