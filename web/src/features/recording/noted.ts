import type { Held, Noted } from '@/api'
import type { Day } from '@/shared/lib/days'
import { lotName, lotWords } from '@/shared/lib/lots'
import { exact } from '@/shared/lib/numbers'

/** "Stony Point 4, Petite in 14 mm bags" */
export function placeWords(place: Pick<Held, 'area' | 'lot' | 'group'>): string {
  return `${place.area}, ${lotName(place)}`
}

/** "6 fewer than in the book" */
export function differenceWords(difference: number): string {
  if (difference === 0) return 'as many as in the book'
  return `${exact(Math.abs(difference))} ${difference < 0 ? 'fewer' : 'more'} than in the book`
}

/** What an activity in the book did. */
export function notedTitle(noted: Noted, earlier: readonly Noted[] = []): string {
  const count = exact(noted.count)
  switch (noted.activity) {
    case 'plant':
      return `${count} planted`
    case 'count':
      return `Counted: ${differenceWords(noted.count)}`
    case 'size':
      return `${exact(noted.measured ?? 0)} measured, ${exact(noted.sizeMm ?? 0)} mm on average${lengthRange(noted)}`
    case 'move':
      return noted.to.length > 1 ? `${count} split into ${noted.to.length}` : `${count} moved`
    case 'harvest':
      return `${count} harvested`
    case 'loss':
      return `${count} lost`
    case 'correction': {
      const original = earlier.find(({ number }) => number === noted.reverses)
      return `Undone: ${original ? notedTitle(original) : `entry ${noted.reverses}`}`
    }
  }
}

/** ", 48 to 71 mm" where lengths were measured. */
function lengthRange({ lengths, lengthClasses }: Noted): string {
  const all = [...(lengths ?? []), ...(lengthClasses ?? []).flatMap(({ fromMm, toMm }) => [fromMm, toMm])]
  return all.length > 1 ? `, ${exact(Math.min(...all))} to ${exact(Math.max(...all))} mm` : ''
}

/** Where it was done, and where a move went. */
export function notedPlace(noted: Noted): string {
  const from = placeWords(noted)
  if (noted.activity !== 'move') return from
  const to = noted.to.map((part) => {
    const lot = lotWords(part.lot)
    return part.leaseId === noted.leaseId && lot ? lot : [part.area, lot].filter(Boolean).join(', ')
  })
  if (to.length === 1) return `${from} to ${to[0]}`
  return `${from}: ${noted.to.map(({ count }, index) => `${exact(count)} to ${to[index]}`).join(', ')}`
}

/** Entries by the day to which they belong; the day of the latest entry comes first. */
export function byDay(all: readonly Noted[]): { day: Day; noted: Noted[] }[] {
  const days = new Map<Day, Noted[]>()
  for (const one of all) days.set(one.date, [...(days.get(one.date) ?? []), one])
  return [...days].map(([day, noted]) => ({ day, noted }))
}

/** What undoing an entry will do or, afterwards, has done. */
export function undoEffect(noted: Noted): string {
  const count = exact(Math.abs(noted.count))
  const place = placeWords(noted)
  const many = (one: string, more: string) => (Math.abs(noted.count) === 1 ? one : more)
  switch (noted.activity) {
    case 'plant':
      return `${count} fewer at ${place}.`
    case 'count':
      return noted.count === 0 ? 'No number changes.' : `${count} ${noted.count < 0 ? 'more' : 'fewer'} at ${place}.`
    case 'size':
      return `The sample of ${place} no longer counts.`
    case 'move':
      return `${count} ${many('goes', 'go')} back to ${place}.`
    default:
      return `${count} alive again at ${place}.`
  }
}
