import { marksOf, type Run, type Scene } from './scene'

/** The size of a mark. Marks stand at an even pitch, with a gap after every ten. */
export const MARK = 12
const PITCH = 15
const GAP = 4
const TEN = 10 * PITCH + GAP
/** Space around the marks for the outline of what is chosen. */
const PAD = 5
const BETWEEN_LINES = 8
/** Space above a line on a phone, for its name. */
const NAME_ABOVE = 18
/** Space beside a line, for its name. */
const NAME_BESIDE = 40
const WIDE = 640
/** How many more runs than one a line may have before its picture is wider. */
const CUTS = 9
/** How many letters fit beside a line. */
const SHORT = 6

export interface Bar {
  x: number
  y: number
  width: number
}

export interface PlacedRun {
  run: Run
  line: number
  /** The index of its first mark on the line. */
  first: number
  marks: number
  /** One rectangle for each row it is on. */
  bars: readonly Bar[]
}

export interface PlacedLine {
  name: string
  top: number
  height: number
  label: { x: number; y: number }
  runs: readonly PlacedRun[]
}

export interface Layout {
  /** Of what is drawn: no more is painted with each frame. */
  width: number
  height: number
  lines: readonly PlacedLine[]
  perRow: number
  left: number
}

export function layoutOf({ lines }: Scene, width: number, scale: number): Layout {
  const named = lines.some(({ name }) => name)
  const wide = width >= WIDE && lines.every(({ name }) => name.length <= SHORT)
  const left = PAD + (wide && named ? NAME_BESIDE : 0)
  const perRow = 10 * Math.max(1, Math.floor((width - left + GAP + PITCH - MARK) / TEN))
  let top = 0
  const placed = lines.map(({ name, runs }, line) => {
    const above = !wide && name ? NAME_ABOVE : 0
    const begin = top + above + PAD
    let first = 0
    const all = runs.map((run) => {
      const marks = marksOf(run.bags, scale)
      const bars = barsOf(first, marks, perRow, left, begin)
      first += marks
      return { run, line, first: first - marks, marks, bars }
    })
    const height = above + 2 * PAD + Math.ceil(first / perRow) * PITCH - (PITCH - MARK)
    const shown = { name, top, height, label: { x: wide ? 0 : PAD, y: top + (wide ? PAD - 3 : 0) }, runs: all }
    top += height + BETWEEN_LINES - PAD
    return shown
  })
  // In tens, and with room for more runs to be cut, so that a day of a drag is seldom wider than the one before.
  const columns = Math.min(perRow, 10 * Math.ceil(Math.max(0, ...placed.map(({ runs }) => roomFor(runs, scale))) / 10))
  // The outline of the last mark in a row may stick out of the given width.
  return { width: columnX(columns, left) + PAD, height: Math.max(0, top), lines: placed, perRow, left }
}

/** Where a mark stands for several spots, each run of a line may end in one that is not full. */
function roomFor(runs: readonly PlacedRun[], scale: number): number {
  const [spots, marks] = runs.reduce(([all, drawn], { run, marks: some }) => [all + run.bags, drawn + some], [0, 0])
  return scale === 1 ? marks : Math.max(marks, marksOf(spots, scale) + CUTS)
}

const columnX = (column: number, left: number) => left + column * PITCH + Math.floor(column / 10) * GAP

/** Where a mark of a line stands: the top left corner of its place. */
export function markAt(index: number, { perRow, left }: Layout, begin: number): { x: number; y: number } {
  return { x: columnX(index % perRow, left), y: begin + Math.floor(index / perRow) * PITCH }
}

export const beginOf = (line: PlacedLine) => line.runs[0]?.bars[0]?.y ?? line.top

function barsOf(first: number, marks: number, perRow: number, left: number, begin: number): Bar[] {
  const bars: Bar[] = []
  for (let at = first; at < first + marks; ) {
    const row = Math.floor(at / perRow)
    const end = Math.min(first + marks, (row + 1) * perRow)
    const x = columnX(at % perRow, left)
    bars.push({ x, y: begin + row * PITCH, width: columnX((end - 1) % perRow, left) + MARK - x })
    at = end
  }
  return bars
}

/** The run under a point, including half the space around it. */
export function runAt(layout: Layout, x: number, y: number): PlacedRun | null {
  const around = (PITCH - MARK) / 2
  for (const { runs } of layout.lines) {
    for (const placed of runs) {
      const hit = ({ x: left, y: top, width }: Bar) =>
        x >= left - around && x <= left + width + around && y >= top - around && y <= top + MARK + around
      if (placed.bars.some(hit)) return placed
    }
  }
  return null
}
