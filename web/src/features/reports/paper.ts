import type { Farm } from '@/api'
import { formatDay, todayAt } from '@/shared/lib/days'

export const areaName = (farm: Farm, id: string) =>
  farm.leases.find(({ leaseId }) => leaseId === id)?.name ?? 'All growing areas'

export const printedWords = (farm: Farm) => `Printed ${formatDay(todayAt(farm))}.`

/** What a page of cards is about, on paper: "Stony Point. North, as of 21 Nov 2026. Printed 21 Nov 2026." */
export function cardsWords(farm: Farm, area: string, days: string, known = ''): string {
  const knownWords = known && `As known on ${formatDay(known)}. `
  return `${farm.name}. ${areaName(farm, area)}, ${days}. ${knownWords}${printedWords(farm)}`
}
