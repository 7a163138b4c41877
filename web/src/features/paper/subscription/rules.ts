import { type FarmRecord, type Printer, ROLL_KINDS } from '@/api'
import { counted } from '@/shared/lib/numbers'
import type { Choice } from '@/shared/ui/PillSelect'
import type { PaperType, Roll } from '../shared/names'

export const AUSTRALIA = 'Australia'

/** Beyond which somebody mistyped. */
export const MAX_FEE_CENTS = 10_000_000

/** How many rolls of each kind a refill has. */
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
  /** The kind of roll that is sent next, of types with several. */
  nextMobileShipment: string
  nextIndustrialShipment: string
}

interface Kind {
  roll: Roll
  of: PaperType
  family: 'mobile' | 'industrial'
  /** How many rolls of it a refill has. */
  field: keyof RefillCounts
  /** Rolls of a refill where nobody has chosen (PAPER-3). */
  fill: number
  /** Rolls of a refill, and that come with a printer (PAPER-5). */
  choices: readonly number[]
  /** For printers that take every paper, and none in Australia (PAPER-6). */
  special: boolean
}

/** What is fixed about the kinds of roll, in the order of the forms: the server's own table. */
export const KINDS: readonly Kind[] = ROLL_KINDS

/** The types that have several kinds of roll, and where the next one is chosen. */
export const NEXT = [
  { of: 'mobile', field: 'nextMobileShipment' },
  { of: 'industrial', field: 'nextIndustrialShipment' },
] as const

export const kindOf = (roll: string) => KINDS.find((kind) => kind.roll === roll)

/** Where the farm is, on which it depends what is sold. */
export type Market = Pick<FarmRecord, 'country'>

export const soldKinds = ({ country }: Market) => KINDS.filter(({ special }) => !special || country !== AUSTRALIA)

/** The kinds of roll that one of the printers takes. */
export function kindsFor(market: Market, printers: readonly { type: string; everyPaper?: boolean }[]): Kind[] {
  return soldKinds(market).filter(({ family, special }) =>
    printers.some(({ type, everyPaper }) => type === family && (!special || everyPaper)),
  )
}

/** "12 rolls" */
export const rollChoices = (kind: Kind): Choice[] =>
  kind.choices.map((count) => ({ value: String(count), label: counted(count, 'roll') }))

/** Does the printer come with rolls of the kind? */
export function comesWith({ paperType, rollCount, stickerRollCount, blackLineMobile }: Printer, roll: Roll): boolean {
  if (roll === 'mobileSticker') return stickerRollCount > 0
  if (roll === 'blackLineMobile') return blackLineMobile > 0
  return paperType === roll && rollCount > 0
}

/** The refills as they are with these printers: of paper that none takes there are none, and what came with a printer is refilled. */
export function settled(market: Market, printers: readonly Printer[], refill: Refill): Refill {
  const taken = kindsFor(market, printers)
  const next = { ...refill }
  for (const kind of KINDS) {
    if (!taken.includes(kind)) next[kind.field] = 0
    else if (next[kind.field] === 0 && printers.some((one) => comesWith(one, kind.roll))) next[kind.field] = kind.fill
  }
  for (const { of, field } of NEXT) {
    const chosen = KINDS.filter((kind) => kind.of === of && next[kind.field] > 0).map(({ roll }) => roll)
    if (!chosen.includes(next[field] as Roll)) next[field] = chosen[0] ?? ''
  }
  return next
}

/** What a printer of the catalogue costs there, with paper and without. */
export function costsIn(country: string | undefined, { cost, australiaCost, printerOnlyCost }: Sold) {
  return { withPaper: country === AUSTRALIA && australiaCost ? australiaCost : cost, printerOnly: printerOnlyCost }
}

export type Sold = FarmRecord['printerCatalogue'][number]
