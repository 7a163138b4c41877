import type { Book } from './book'
import { beginOf, type Layout, MARK, markAt, type PlacedLine, type PlacedRun } from './layout'
import { UNUSED } from './scene'

/** The side of a mark by its step of the ramp: size says the same as colour. */
const SIDES = [4, 6, 8, 10, 12]
/** The side of a mark whose size is not known. */
const SIDE_UNKNOWN = 8

export const sideOf = (step: number | null) => (step === null ? SIDE_UNKNOWN : (SIDES[step - 1] ?? SIDE_UNKNOWN))

export interface Colours {
  sizes: readonly string[]
  unknown: string
  unused: string
  ink: string
  sea: string
  soft: string
  surface: string
}

const NAMES = ['--size-1', '--size-2', '--size-3', '--size-4', '--size-5']

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    sizes: NAMES.map(of),
    unknown: of('--muted'),
    unused: of('--field'),
    ink: of('--ink'),
    sea: of('--sea'),
    soft: of('--sea-soft'),
    surface: of('--surface'),
  }
}

/** What is highlighted in the picture. */
export interface Marked {
  chosen: PlacedRun | null
  /** Where the keyboard is. */
  active: PlacedRun | null
}

export type Pen = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'strokeStyle' | 'lineWidth' | 'fillRect' | 'strokeRect' | 'clearRect'
>

/** What a mark looks like: a step of the ramp, or one of these. */
const [NONE, UNKNOWN, HOLLOW] = [0, 6, 7]

/** A line as it is drawn now. */
interface Drawn {
  /** The outlines of what is chosen or where the keyboard is; empty if there are none. */
  around: string
  /** One per mark. */
  looks: Uint8Array
}

/** Draws a growing area; of what is drawn already, only the marks that have changed are redone. */
export class Painter {
  private drawn: Drawn[] = []
  private frame = ''

  constructor(
    private readonly pen: Pen,
    readonly book: Book,
  ) {}

  /** A different `frame` invalidates everything that was drawn. */
  paint(layout: Layout, colours: Colours, marked: Marked, frame: string): void {
    const tops = `${frame} ${layout.lines.map(({ top, height }) => `${top}+${height}`).join()}`
    if (tops !== this.frame) {
      this.pen.clearRect(0, 0, layout.width, layout.height)
      this.drawn = []
      this.frame = tops
    }
    for (const [index, line] of layout.lines.entries()) {
      const now = { around: aroundOf(line, marked), looks: this.looksOf(line) }
      const before = this.drawn[index]
      this.drawn[index] = now
      if (before && before.around === now.around && (now.around === '' || same(before.looks, now.looks))) {
        this.marks(line, layout, colours, now.looks, before.looks)
      } else {
        this.pen.clearRect(0, line.top, layout.width, line.height)
        this.outlines(line, colours, marked)
        this.marks(line, layout, colours, now.looks)
      }
    }
  }

  private looksOf({ runs }: PlacedLine): Uint8Array {
    const last = runs.at(-1)
    const looks = new Uint8Array(last ? last.first + last.marks : 0)
    for (const { run, first, marks } of runs) looks.fill(this.lookOf(run.place), first, first + marks)
    return looks
  }

  private lookOf(place: number): number {
    if (place === UNUSED) return HOLLOW
    return this.book.classes[this.book.places[place]?.size ?? -1]?.step ?? UNKNOWN
  }

  private outlines({ runs }: PlacedLine, colours: Colours, { chosen, active }: Marked): void {
    if (active && runs.includes(active)) {
      this.around(active, 5, colours.ink)
      this.around(active, 3, colours.surface)
    }
    if (chosen && runs.includes(chosen)) {
      this.around(chosen, 3, colours.sea)
      this.around(chosen, 1.5, colours.soft)
    }
  }

  private around({ bars }: PlacedRun, by: number, colour: string): void {
    this.pen.fillStyle = colour
    for (const { x, y, width } of bars) this.pen.fillRect(x - by, y - by, width + 2 * by, MARK + 2 * by)
  }

  /** All marks of a line, or those that do not look as before. */
  private marks(line: PlacedLine, layout: Layout, colours: Colours, looks: Uint8Array, before?: Uint8Array): void {
    const begin = beginOf(line)
    let dipped = NONE
    for (let at = 0; at < Math.max(looks.length, before?.length ?? 0); at++) {
      const look = looks[at] ?? NONE
      if (before && (before[at] ?? NONE) === look) continue
      const { x, y } = markAt(at, layout, begin)
      if (before) this.pen.clearRect(x - 1, y - 1, MARK + 2, MARK + 2)
      if (look !== dipped) this.dip(look, colours)
      dipped = look
      this.mark(look, x, y)
    }
  }

  private dip(look: number, colours: Colours): void {
    this.pen.lineWidth = 1
    this.pen.strokeStyle = colours.unused
    this.pen.fillStyle = colours.sizes[look - 1] ?? colours.unknown
  }

  private mark(look: number, x: number, y: number): void {
    if (look === HOLLOW) this.pen.strokeRect(x + 0.5, y + 0.5, MARK - 1, MARK - 1)
    else if (look !== NONE) {
      const side = sideOf(look === UNKNOWN ? null : look)
      this.pen.fillRect(x + (MARK - side) / 2, y + (MARK - side) / 2, side, side)
    }
  }
}

const same = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((look, at) => look === b[at])

function aroundOf({ runs }: PlacedLine, { chosen, active }: Marked): string {
  const of = (one: PlacedRun | null) => (one && runs.includes(one) ? `${one.first}+${one.marks}` : '')
  const [one, other] = [of(chosen), of(active)]
  return one || other ? `${one}/${other}` : ''
}
