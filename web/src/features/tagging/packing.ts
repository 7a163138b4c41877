import { decimal, whole } from '@/shared/lib/entries'
import { animalsPer, type Unit } from '@/shared/lib/units'

/** Quantities are reckoned in whole parts, as the server has them: animals, or thousandths of a container or a weight. */
const partsOf = (unit: Unit) => animalsPer(unit) ?? 1000

/** A quantity as typed, in parts of its unit; null for what is none. */
export function inParts(text: string, unit: Unit): number | null {
  return partsIn(decimal(text.replace(/(\d),(?=\d{3}\b)/g, '$1')), unit)
}

/** A number of units in parts; null where no whole number of parts is meant. */
export function partsIn(quantity: number | null, unit: Unit): number | null {
  if (quantity === null) return null
  const exact = quantity * partsOf(unit)
  const parts = Math.round(exact)
  // A twelfth of a dozen, written with three decimals, is an animal.
  return parts > 0 && Math.abs(exact - parts) <= 0.02 ? parts : null
}

/** Parts as the unit counts them, to three decimals. */
export function inUnits(parts: number, unit: Unit): number {
  return Math.round((parts / partsOf(unit)) * 1000) / 1000
}

/** What goes into containers of one size: how much into each, and what stays behind. */
export interface Packed {
  sizes: number[]
  rest: number
}

/**
 * Fills that many containers from a total, each with as much as it holds; the last may
 * have less. Without a number, as many as the total fills, down to the last animal.
 * Null if the total does not reach into the last of them.
 */
export function packed(total: number, each: number, containers: number | null): Packed | null {
  if (each <= 0 || total <= 0) return null
  const count = containers ?? Math.ceil(total / each)
  const last = Math.min(each, total - (count - 1) * each)
  if (count < 1 || last <= 0) return null
  const sizes = Array.from({ length: count }, (_, at) => (at === count - 1 ? last : each))
  return { sizes, rest: total - (count - 1) * each - last }
}

/** The same for numbers as typed; what is left empty of the containers is as many as it fills. */
export function packedAs(total: number, each: number | null, containers: string): Packed | null {
  const count = whole(containers)
  if (each === null || (containers.trim() && count === null)) return null
  return packed(total, each, count)
}

interface Lot {
  lotId: string
  left: number
}

/** Takes the animals of each container from the lots, one lot after another. */
export function fromLots(lots: readonly Lot[], sizes: readonly number[]) {
  const left = lots.map((lot) => ({ ...lot }))
  return sizes.map((size) => {
    const taken: { lotId: string; animals: number }[] = []
    let wanted = size
    for (const lot of left) {
      const animals = Math.min(lot.left, wanted)
      if (animals > 0) taken.push({ lotId: lot.lotId, animals })
      lot.left -= animals
      wanted -= animals
    }
    return taken
  })
}
