import type { Book } from './book'
import { type Run, type Scene, UNUSED } from './scene'

/** A run and where it is. */
export interface Found {
  area: number
  /** Index into the scene's lines. */
  line: number
  lineName: string
  run: Run
}

export const allRuns = (scenes: readonly Scene[]): Found[] =>
  scenes.flatMap(({ lines }, area) =>
    lines.flatMap(({ name, runs }, line) => runs.map((run) => ({ area, line, lineName: name, run }))),
  )

/** The runs that can be chosen, in the order in which they are drawn. */
export const bagRuns = (scenes: readonly Scene[]): Found[] => allRuns(scenes).filter(({ run }) => run.place !== UNUSED)

/** How the address names a run: by growing area, lot, and the name of the line. */
export interface Choice {
  area?: string
  lot?: string
  line?: string
}

export function choiceOf(book: Book, { area, lineName, run }: Found): Choice {
  return { area: book.areas[area]?.leaseId, lot: book.places[run.place]?.lot.lotId, line: lineName }
}

/** The named run; if its line holds none of the lot on this day, the first that does. */
export function chosenOf(book: Book, runs: readonly Found[], { area, lot, line }: Choice): Found | null {
  if (!area || !lot) return null
  const same = runs.filter(
    (one) => book.areas[one.area]?.leaseId === area && book.places[one.run.place]?.lot.lotId === lot,
  )
  return same.find(({ lineName }) => lineName === line) ?? same[0] ?? null
}

/** Where a key leads from a run: to its neighbours, the line above or below, the first or the last. */
export function runAfter(runs: readonly Found[], at: number, key: string): number | null {
  const last = runs.length - 1
  const begins = (index: number) =>
    index === 0 || runs[index - 1]?.line !== runs[index]?.line || runs[index - 1]?.area !== runs[index]?.area
  const lineBegin = (from: number) => {
    let index = from
    while (index > 0 && !begins(index)) index--
    return index
  }
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, last)
    case 'ArrowLeft':
      return Math.max(at - 1, 0)
    case 'ArrowUp':
      return lineBegin(Math.max(0, lineBegin(at) - 1))
    case 'ArrowDown': {
      const next = runs.findIndex((_, index) => index > at && begins(index))
      return next < 0 ? at : next
    }
    case 'Home':
      return 0
    case 'End':
      return last
  }
  return null
}
