import type { FarmRecord, Printer } from '@/api'
import { counted } from '@/shared/lib/numbers'

/** The types by which stock, holds, prints and history are kept, in the order of the tables. */
export const PAPER_TYPES = ['mobile', 'industrial', 'mobileSticker', 'blackLineMobile'] as const
export type PaperType = (typeof PAPER_TYPES)[number]

/** The kinds of roll; the first of each type shares its name. */
export const ROLLS = {
  mobile: 'Mobile',
  mobileLaminated: 'Laminated Mobile',
  sixMilMobile: 'Six-mil Mobile',
  mobileSmall: 'Small Mobile',
  industrial: 'Industrial',
  industrialSmall: 'Small Industrial',
  mobileSticker: 'Mobile Sticker',
  blackLineMobile: 'Black Line Mobile',
} as const
export type Roll = keyof typeof ROLLS

/** The name of a paper type or a kind of roll. */
export function paperName(kind: string): string {
  const roll = kind === 'mobileStickerRoll' ? 'mobileSticker' : kind
  return ROLLS[roll as Roll] ?? kind
}

/** The rolls that came with a printer, in words (SUB-2). */
export function printerRolls({ paperType, rollCount, stickerRollCount, blackLineMobile }: Printer): string {
  const came = [
    [paperType, rollCount],
    ['mobileSticker', stickerRollCount],
    ['blackLineMobile', blackLineMobile],
  ] as const
  const rolls = came
    .filter(([, count]) => count > 0)
    .map(([roll, count]) => counted(count, `${paperName(roll).toLowerCase()} roll`))
  return rolls.join(', ') || 'None: printer only'
}

/** The types that a farm uses, or has used. */
export function usedTypes(farm: FarmRecord) {
  const { taggingRefillThreshold, totalPrinted, tagsInStock, taggingInvoices, nextShipments } = farm
  return PAPER_TYPES.filter(
    (type) =>
      taggingRefillThreshold[type].shippedCount ||
      totalPrinted[type] ||
      tagsInStock[type] ||
      taggingInvoices[type].length ||
      nextShipments.some(({ paperType }) => paperType === type),
  )
}
