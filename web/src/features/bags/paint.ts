import type { Book } from './book'
import { beginOf, type Layout, MARK, markAt, type PlacedLine, type PlacedRun } from './layout'
import { UNUSED } from './scene'

/** Of a mark, by its step of the ramp: colour and size say the same. */
const SIDES = [4, 6, 8, 10, 12]
/** Of a size that nothing is known about. */
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

/** What stands out of the picture. */
export interface Marked {
  chosen: PlacedRun | null
  /** Under the keyboard. */
  active: PlacedRun | null
}

export type Pen = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'strokeStyle' | 'lineWidth' | 'fillRect' | 'strokeRect' | 'clearRect'
>

/** Draws a growing area: of what stands there already only the lines that are another now. */
export class Painter {
  private drawn: string[] = []
  private frame = ''

  constructor(
    private readonly pen: Pen,
    readonly book: Book,
  ) {}

  /** `frame` is anything that, when it is another, leaves nothing of what was drawn. */
  paint(layout: Layout, colours: Colours, marked: Marked, frame: string): void {
    const tops = `${frame} ${layout.lines.map(({ top, height }) => `${top}+${height}`).join()}`
    if (tops !== this.frame) {
      this.pen.clearRect(0, 0, layout.width, layout.height)
      this.drawn = []
      this.frame = tops
    }
    for (const [index, line] of layout.lines.entries()) {
      const now = signature(line, marked)
      if (this.drawn[index] === now) continue
      this.drawn[index] = now
      this.pen.clearRect(0, line.top, layout.width, line.height)
      this.line(line, layout, colours, marked)
    }
  }

  private line(line: PlacedLine, layout: Layout, colours: Colours, { chosen, active }: Marked): void {
    if (active && line.runs.includes(active)) {
      this.around(active, 5, colours.ink)
      this.around(active, 3, colours.surface)
    }
    if (chosen && line.runs.includes(chosen)) {
      this.around(chosen, 3, colours.sea)
      this.around(chosen, 1.5, colours.soft)
    }
    const begin = beginOf(line)
    for (const placed of line.runs) this.run(placed, layout, begin, colours)
  }

  private around({ bars }: PlacedRun, by: number, colour: string): void {
    this.pen.fillStyle = colour
    for (const { x, y, width } of bars) this.pen.fillRect(x - by, y - by, width + 2 * by, MARK + 2 * by)
  }

  private run({ run, first, marks }: PlacedRun, layout: Layout, begin: number, colours: Colours): void {
    const place = this.book.places[run.place]
    const step = place ? (this.book.classes[place.size]?.step ?? null) : null
    const side = sideOf(step)
    this.pen.lineWidth = 1
    this.pen.strokeStyle = colours.unused
    this.pen.fillStyle = step === null ? colours.unknown : (colours.sizes[step - 1] ?? colours.unknown)
    for (let at = first; at < first + marks; at++) {
      const { x, y } = markAt(at, layout, begin)
      if (run.place === UNUSED) this.pen.strokeRect(x + 0.5, y + 0.5, MARK - 1, MARK - 1)
      else this.pen.fillRect(x + (MARK - side) / 2, y + (MARK - side) / 2, side, side)
    }
  }
}

function signature({ runs }: PlacedLine, { chosen, active }: Marked): string {
  return runs
    .map((one) => `${one.run.place}:${one.marks}${one === chosen ? '!' : ''}${one === active ? '?' : ''}`)
    .join()
}
