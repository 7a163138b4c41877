import type { Sold, SoldHarvest } from '@/api'
import type { Cell } from '@/shared/lib/csv'
import { amountOf } from '@/shared/lib/money'
import { counted } from '@/shared/lib/numbers'
import { quantityWords } from '@/shared/lib/units'

export const NO_BUYER = 'No buyer on record'

/** "5 harvests of 2,160 animals." */
export function sumWords({ harvests, animals }: Pick<Sold, 'harvests' | 'animals'>): string {
  return `${counted(harvests, 'harvest')} of ${counted(animals, 'animal')}.`
}

/** What is missing in the values; null where nothing is. */
export function missingWords({ unvalued }: Pick<Sold, 'unvalued'>): string | null {
  const { harvests, animals } = unvalued
  if (harvests === 0 && animals === 0) return null
  const has = harvests === 1 ? 'has' : 'have'
  return `${counted(harvests, 'harvest')} of ${counted(animals, 'animal')} ${has} no price, or a price without the quantity it is of, and ${harvests === 1 ? 'is' : 'are'} in no value.`
}

/** The amounts of a row, one currency below the other. */
export const amounts = ({ worth }: Pick<Sold, 'worth'>) => worth.map(({ cents, currency }) => amountOf(cents, currency))

export const perDozen = ({ worth }: Pick<Sold, 'worth'>) =>
  worth.map(({ perDozenCents, currency }) => (perDozenCents === null ? '' : amountOf(perDozenCents, currency)))

/** "100 dozen at $9.00", "at $0.80 each"; empty where nothing is known. */
export function termsOf({ quantity, unit, priceCents, currency }: SoldHarvest): string {
  const much = quantity === 0 ? '' : quantityWords(quantity, unit)
  if (priceCents === 0) return much
  const price = amountOf(priceCents, currency)
  return [much, unit === 'each' ? `at ${price} each` : `at ${price} a ${unit}`].filter(Boolean).join(' ')
}

/** The rows of a table of sales, for a file: one for each currency, so that a number has one meaning in its column. */
export function fileOf(first: string, rows: readonly { name: string; sold: Sold }[]): Cell[][] {
  const head = [first, 'Harvests', 'Animals', 'Currency', 'Value', 'Animals valued', 'Per dozen']
  return [
    head,
    ...rows.flatMap(({ name, sold: { harvests, animals, worth } }) =>
      (worth.length > 0 ? worth : [null]).map((one) => [
        name,
        harvests,
        animals,
        ...(one
          ? [one.currency, one.cents / 100, one.animals, one.perDozenCents === null ? '' : one.perDozenCents / 100]
          : ['', '', '', '']),
      ]),
    ),
  ]
}

/** The harvests behind a number, for a file. */
export function harvestsFile(harvests: readonly SoldHarvest[]): Cell[][] {
  return [
    [
      'Date',
      'Growing area',
      'Lot',
      'Animals',
      'Buyer',
      'Order',
      'Quantity',
      'Unit',
      'Price of a unit',
      'Currency',
      'Value',
      'Recorded by',
      'Activity',
      'Undoes activity',
    ],
    ...harvests.map((one) => [
      one.date,
      one.area,
      one.lot,
      one.animals,
      one.buyer,
      one.order,
      one.quantity || '',
      one.unit,
      one.priceCents ? one.priceCents / 100 : '',
      one.currency,
      one.cents === null ? '' : one.cents / 100,
      one.by,
      one.number,
      one.reverses ?? '',
    ]),
  ]
}
