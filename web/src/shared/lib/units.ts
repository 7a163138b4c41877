import { counted, exact } from './numbers'

/** What harvests and tags are counted in. */
export const UNITS = ['each', 'dozen', 'bag', 'bushel', 'kg'] as const
export type Unit = (typeof UNITS)[number]

export function isUnit(text: string): text is Unit {
  return UNITS.some((unit) => unit === text)
}

const LABELS: Record<Unit, string> = { each: 'Each', dozen: 'Dozen', bag: 'Bag', bushel: 'Bushel', kg: 'Kilogram' }

export const UNIT_CHOICES = UNITS.map((value) => ({ value, label: LABELS[value] }))

const thousandths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** "12.125": quantities of tags and harvests are kept in thousandths. */
export const quantityNumber = (quantity: number) => thousandths.format(quantity)

/** "40 animals", "12 dozen", "1 bag", "2.5 bushels", "8 kg"; what has no unit is only a number. */
export function quantityWords(quantity: number, unit: string): string {
  if (unit === 'each') return counted(quantity, 'animal')
  const number = quantityNumber(quantity)
  if (unit === 'bag' || unit === 'bushel') return `${number} ${unit}${quantity === 1 ? '' : 's'}`
  return unit ? `${number} ${unit}` : exact(quantity)
}

/** How many animals a unit stands for; null where it is a container or a weight. */
export function animalsPer(unit: string): number | null {
  if (unit === 'each') return 1
  return unit === 'dozen' ? 12 : null
}
