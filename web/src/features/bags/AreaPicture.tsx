import { type MouseEvent, memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import classes from './Bags.module.css'
import type { Book } from './book'
import { type Layout, layoutOf, type PlacedRun, runAt } from './layout'
import { type Colours, Painter } from './paint'
import type { Found } from './runs'
import { type Scene, UNUSED } from './scene'
import { type Show, useShown } from './show'
import { useNear } from './useNear'
import { areaWords, lineWords } from './words'

interface Props {
  show: Show
  area: number
  width: number
  colours: Colours
  chosen: Found | null
  active: Found | null
  onChoose: (found: Found) => void
}

/** A growing area with a mark for every spot. The table and the list of runs say the same in words. */
export function AreaPicture({ show, area, width, colours, chosen, active, onChoose }: Props) {
  const frame = useRef<HTMLElement>(null)
  const near = useNear(frame)
  const scene = useShown(show, ({ said }) => said.scenes[area])
  const layout = useMemo(
    () => (scene && width > 0 ? layoutOf(scene, width, show.scale) : null),
    [scene, width, show.scale],
  )
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(null)
  const drawn = useRef<Layout>(null)
  const look = useMemo(() => JSON.stringify(colours), [colours])
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element || !layout) return
    let done: Scene | undefined
    const draw = () => {
      // Out of sight it follows when the date is chosen.
      const shown = near ? show.sceneAt(area) : show.settled.scenes[area]
      if (!shown || shown === done) return
      const now = shown === scene ? layout : layoutOf(shown, width, show.scale)
      // Where the lines and their names stand has to change first.
      if (frameOf(now) !== frameOf(layout)) return show.say()
      painter.current = painterOn(element, now, show.book, painter.current)
      painter.current?.paint(now, colours, { chosen: placedOf(now, chosen), active: placedOf(now, active) }, look)
      drawn.current = now
      done = shown
    }
    draw()
    return show.onFrame(draw)
  }, [show, area, near, scene, layout, width, colours, look, chosen, active])
  useEffect(() => {
    if (active) canvas.current?.scrollIntoView({ block: 'nearest' })
  }, [active])

  if (!scene) return null
  const { name, endedOn } = show.book.areas[area] ?? { name: '', endedOn: '' }
  const choose = (event: MouseEvent<HTMLCanvasElement>) => {
    const found = under(drawn.current, event)
    if (found)
      onChoose({ area, line: found.line, lineName: drawn.current?.lines[found.line]?.name ?? '', run: found.run })
  }
  return (
    <section ref={frame} className={classes.area}>
      <div className={classes.areaHead}>
        <h3 className={classes.areaName}>{name}</h3>
        <p className={classes.areaWords}>
          {areaWords(scene)}
          {endedOn && ', ended'}
        </p>
      </div>
      {scene.lines.length === 0 && <p className={classes.note}>No bags, and no lines with spots.</p>}
      <div className={classes.picture} aria-hidden="true">
        {layout && <LineNames lines={layout.lines} />}
        <canvas
          ref={canvas}
          className={classes.canvas}
          data-near={near}
          style={{ width: layout?.width, height: layout?.height }}
          onClick={choose}
          onMouseMove={(event) => {
            event.currentTarget.style.cursor = under(drawn.current, event) ? 'pointer' : ''
          }}
        />
      </div>
    </section>
  )
}

/** The one that there is, unless the canvas has another size since. */
function painterOn(
  element: HTMLCanvasElement,
  { width, height }: Layout,
  book: Book,
  had: Painter | null,
): Painter | null {
  const dense = window.devicePixelRatio || 1
  const [across, down] = [Math.round(width * dense), Math.round(height * dense)]
  if (had?.book === book && element.width === across && element.height === down) return had
  element.width = across
  element.height = down
  const pen = element.getContext('2d')
  pen?.scale(dense, dense)
  return pen && new Painter(pen, book)
}

/** They stand where they stand as long as the lines do, whatever hangs on them. */
const LineNames = memo(
  ({ lines }: Pick<Layout, 'lines'>) =>
    lines.map(({ name, label }) => (
      <span key={name} className={classes.lineName} style={{ left: label.x, top: label.y }}>
        {lines.length > 1 ? lineWords(name) : name}
      </span>
    )),
  (before, now) => namesOf(before.lines) === namesOf(now.lines),
)

const namesOf = (lines: Layout['lines']) => lines.map(({ name, label }) => `${name} ${label.x} ${label.y}`).join()

const frameOf = ({ width, height, lines }: Layout) => `${width} ${height} ${namesOf(lines)}`

function under(layout: Layout | null, { nativeEvent: { offsetX, offsetY } }: MouseEvent): PlacedRun | null {
  const found = layout && runAt(layout, offsetX, offsetY)
  return found?.run.place === UNUSED ? null : found
}

/** While the date is dragged there may be fewer of the chosen bags, but they are still the chosen ones. */
function placedOf({ lines }: Layout, found: Found | null): PlacedRun | null {
  if (!found) return null
  const same = lines.flatMap(({ runs, name }) =>
    runs.flatMap((one) => (one.run.place === found.run.place ? [{ name, one }] : [])),
  )
  return (same.find(({ name }) => name === found.lineName) ?? same[0])?.one ?? null
}
