import { type FarmRecord, limits, type Printer, ROLL_KINDS } from '@/api'
import { counted } from '@/shared/lib/numbers'
import type { Choice } from '@/shared/ui/PillSelect'
import type { PaperType, Roll } from '../shared/names'

export const AUSTRALIA = 'Australia'

/** Anything above this is a typing mistake. */
export const MAX_FEE_CENTS = limits.priceRules.money

/** How many rolls of each kind are in a refill. */
export interface RefillCounts {
  mobileRollRefillCount: number
  mobileLaminatedRollRefillCount: number
  sixMilMobileRollRefillCount: number
  mobileSmallRollRefillCount: number
  mobileStickerRollRefillCount: number
  blackLineMobileRefillCount: number
  industrialRollRefillCount: number
  industrialSmallRollRefillCount: number
}

/** The refills of a farm. */
export interface Refill extends RefillCounts {
  /** The kind of roll to be sent next, for types that have several. */
  nextMobileShipment: string
  nextIndustrialShipment: string
}

interface Kind {
  roll: Roll
  of: PaperType
  family: 'mobile' | 'industrial'
  /** The field for how many rolls of it are in a refill. */
  field: keyof RefillCounts
  /** Rolls in a refill if nobody has chosen (PAPER-3). */
  fill: number
  /** The choices of rolls, in a refill and with a printer (PAPER-5). */
  choices: readonly number[]
  /** Only for printers that take every paper, and not sold in Australia (PAPER-6). */
  special: boolean
}

/** The fixed facts about the kinds of roll, in the order of the forms: the server's own table. */
export const KINDS: readonly Kind[] = ROLL_KINDS

/** The types with several kinds of roll, and the field that chooses the next one. */
export const NEXT = [
  { of: 'mobile', field: 'nextMobileShipment' },
  { of: 'industrial', field: 'nextIndustrialShipment' },
] as const

export const kindOf = (roll: string) => KINDS.find((kind) => kind.roll === roll)

/** Where the farm is, which decides what is sold there. */
export type Market = Pick<FarmRecord, 'country'>

export const soldKinds = ({ country }: Market) => KINDS.filter(({ special }) => !special || country !== AUSTRALIA)

/** The kinds of roll that at least one of the printers takes. */
export function kindsFor(market: Market, printers: readonly { type: string; everyPaper?: boolean }[]): Kind[] {
  return soldKinds(market).filter(({ family, special }) =>
    printers.some(({ type, everyPaper }) => type === family && (!special || everyPaper)),
  )
}

/** "12 rolls" */
export const rollChoices = (kind: Kind): Choice[] =>
  kind.choices.map((count) => ({ value: String(count), label: counted(count, 'roll') }))

/** Whether the printer comes with rolls of this kind. */
export function comesWith({ paperType, rollCount, stickerRollCount, blackLineMobile }: Printer, roll: Roll): boolean {
  if (roll === 'mobileSticker') return stickerRollCount > 0
  if (roll === 'blackLineMobile') return blackLineMobile > 0
  return paperType === roll && rollCount > 0
}

/**
 * The refills that go with these printers: none of paper that no printer takes, and always some of paper that came with
 * one. A printer that is added with paper fills the missing refills of all paper that it takes (PAPER-3).
 */
export function settled(market: Market, printers: readonly Printer[], refill: Refill, added?: Printer): Refill {
  const taken = kindsFor(market, printers)
  const filled = added?.paperType ? kindsFor(market, [added]) : []
  const came = (roll: Roll) => printers.some((one) => comesWith(one, roll))
  const next = { ...refill }
  for (const kind of KINDS) {
    if (!taken.includes(kind)) next[kind.field] = 0
    else if (next[kind.field] === 0 && (came(kind.roll) || filled.includes(kind))) next[kind.field] = kind.fill
  }
  for (const { of, field } of NEXT) {
    const chosen = KINDS.filter((kind) => kind.of === of && next[kind.field] > 0).map(({ roll }) => roll)
    if (!chosen.includes(next[field] as Roll)) next[field] = chosen.find(came) ?? chosen[0] ?? ''
  }
  return next
}

/** What a printer in the catalogue costs in a country, with paper and without. */
export function costsIn(country: string | undefined, { cost, australiaCost, printerOnlyCost }: Sold) {
  return { withPaper: country === AUSTRALIA && australiaCost ? australiaCost : cost, printerOnly: printerOnlyCost }
}

export type Sold = FarmRecord['printerCatalogue'][number]
