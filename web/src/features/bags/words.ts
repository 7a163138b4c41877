import { type Day, formatDay } from '@/shared/lib/days'
import { counted, exact } from '@/shared/lib/numbers'
import type { Book, Lot, SizeClass } from './book'
import { type Run, type Scene, UNUSED } from './scene'

export const className = ({ label }: SizeClass) => label || 'No size'

/** "Standard" */
export function sizeWords(book: Book, place: number): string {
  const size = book.classes[book.places[place]?.size ?? -1]
  return size ? className(size) : ''
}

/** "Flip bag, 150 per bag, Pacific oyster, planted 16 Sep 2024" */
export function lotWords({ meshSize, nickname, oysterType, datePlanted, year }: Lot): string {
  const planted = datePlanted ? `planted ${formatDay(datePlanted)}` : year && `of ${year}`
  return [meshSize, nickname, oysterType, planted].filter(Boolean).join(', ')
}

/** "318,956 animals in 925 bags on 21 Nov 2026; 415 of 1,340 spots are unused." */
export function farmWords(scenes: readonly Scene[], day: Day): string {
  const sum = (of: (scene: Scene) => number) => scenes.reduce((total, scene) => total + of(scene), 0)
  const [loose, spots, unused] = [sum((one) => one.loose), sum((one) => one.spots), sum((one) => one.unused)]
  const held = `${counted(
    sum((one) => one.animals),
    'animal',
  )} in ${counted(
    sum((one) => one.bags),
    'bag',
  )} on ${formatDay(day)}`
  const without = loose > 0 ? `, ${exact(loose)} of them in no bag` : ''
  const free = spots > 0 ? `; ${exact(unused)} of ${counted(spots, 'spot')} ${unused === 1 ? 'is' : 'are'} unused` : ''
  return `${held}${without}${free}.`
}

/** "138,411 animals in 394 bags, 26 spots unused" */
export function areaWords({ animals, bags, unused, spots }: Scene): string {
  const free = spots > 0 ? `, ${counted(unused, 'spot')} unused` : ''
  return `${counted(animals, 'animal')} in ${counted(bags, 'bag')}${free}`
}

export const lineWords = (name: string) => name || 'no line'

/** "Standard, 71 bags, SP4-1, Stony Point 4" */
export function runWords(book: Book, run: Run, line: string, area: string): string {
  const what = run.place === UNUSED ? 'Unused' : sizeWords(book, run.place)
  return [what, counted(run.bags, run.place === UNUSED ? 'spot' : 'bag'), lineWords(line), area].join(', ')
}

/** What a mark stands for. */
export function scaleWords(scale: number): string {
  const one =
    scale === 1
      ? 'One mark is one bag or one empty spot.'
      : `One mark stands for up to ${exact(scale)} bags or empty spots.`
  return `${one} Bags are drawn in order of size: the book knows their area, not their place on a line.`
}
