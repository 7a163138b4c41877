import type { Book } from './book'
import type { Replay } from './replay'

/** Bags of one lot side by side on a line, or empty spots. */
export interface Run {
  /** Index into the book's places; UNUSED for empty spots. */
  place: number
  bags: number
  animals: number
}

export const UNUSED = -1

export interface Line {
  /** Empty for bags without a line, because there are more of them than spots. */
  name: string
  runs: readonly Run[]
}

/** A growing area at the end of a day. */
export interface Scene {
  lines: readonly Line[]
  animals: number
  bags: number
  spots: number
  unused: number
  /** Living animals that the book has in no bag, so they are not drawn. */
  loose: number
  /** Bags by size class. */
  classes: readonly number[]
}

/** The largest sizes go on the first lines: the book knows a bag's area, but not its line. */
export function hangingOrder(book: Book): number[][] {
  const byArea: number[][] = book.areas.map(() => [])
  for (const [index, { area }] of book.places.entries()) byArea[area]?.push(index)
  const sizeOf = (place: number) => book.places[place]?.size ?? 0
  for (const places of byArea) places.sort((a, b) => sizeOf(b) - sizeOf(a) || a - b)
  return byArea
}

/** Shares the animals of a lot evenly among its bags, so that any split of them adds up. */
const before = (animals: number, bags: number, of: number) => Math.floor((animals * bags) / of)

export function sceneOf(book: Book, area: number, order: readonly number[], replay: Replay): Scene {
  const { lines = [], endedOn = '' } = book.areas[area] ?? {}
  const spots = endedOn ? [] : lines
  const shown: { name: string; room: number; runs: Run[] }[] = spots.map((line) => ({
    name: line.name,
    room: line.spots,
    runs: [],
  }))
  const beyond = { name: '', room: Number.POSITIVE_INFINITY, runs: [] as Run[] }
  const classes = book.classes.map(() => 0)
  let [animals, bags, loose, at] = [0, 0, 0, 0]
  for (const place of order) {
    const alive = replay.animals[place] ?? 0
    const hanging = replay.inUse(place)
    animals += alive
    bags += hanging
    if (hanging === 0) loose += alive
    const size = book.places[place]?.size ?? 0
    classes[size] = (classes[size] ?? 0) + hanging
    for (let hung = 0; hung < hanging; ) {
      while (shown[at]?.room === 0) at++
      const line = shown[at] ?? beyond
      const some = Math.min(line.room, hanging - hung)
      const share = before(alive, hung + some, hanging) - before(alive, hung, hanging)
      line.runs.push({ place, bags: some, animals: share })
      line.room -= some
      hung += some
    }
  }
  let unused = 0
  for (const { room, runs } of shown) {
    if (room > 0) runs.push({ place: UNUSED, bags: room, animals: 0 })
    unused += room
  }
  const all = beyond.runs.length > 0 ? [...shown, beyond] : shown
  return {
    lines: all.filter(({ runs }) => runs.length > 0).map(({ name, runs }) => ({ name, runs })),
    animals,
    bags,
    spots: spots.reduce((sum, line) => sum + line.spots, 0),
    unused,
    loose,
    classes,
  }
}

const MOST_MARKS = 3_000

/** How many bags or spots one mark stands for: 1, 10, 100. */
export function scaleOf(spots: number): number {
  let scale = 1
  while (spots / scale > MOST_MARKS) scale *= 10
  return scale
}

/** A run smaller than the scale still gets a mark, so that none is hidden. */
export const marksOf = (bags: number, scale: number) => Math.ceil(bags / scale)
