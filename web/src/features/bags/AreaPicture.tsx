import { type MouseEvent, memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import classes from './Bags.module.css'
import { type Layout, layoutOf, type PlacedRun, runAt } from './layout'
import { type Colours, Painter } from './paint'
import type { Found } from './runs'
import { UNUSED } from './scene'
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
  // Out of sight it follows when the date is chosen.
  const scene = useShown(show, ({ scenes, settled }) => (near ? scenes : settled.scenes)[area])
  const layout = useMemo(
    () => (scene && width > 0 ? layoutOf(scene, width, show.scale) : null),
    [scene, width, show.scale],
  )
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(null)
  // Painted in the same frame that shows the day, not the next.
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element || !layout) return
    const dense = window.devicePixelRatio || 1
    const [across, down] = [Math.round(layout.width * dense), Math.round(layout.height * dense)]
    if (element.width !== across || element.height !== down || painter.current?.book !== show.book) {
      element.width = across
      element.height = down
      const pen = element.getContext('2d')
      if (!pen) return
      pen.scale(dense, dense)
      painter.current = new Painter(pen, show.book)
    }
    painter.current.paint(
      layout,
      colours,
      { chosen: placedOf(layout, chosen), active: placedOf(layout, active) },
      JSON.stringify(colours),
    )
  }, [layout, colours, chosen, active, show.book])
  useEffect(() => {
    if (active) canvas.current?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  if (!scene) return null
  const { name, endedOn } = show.book.areas[area] ?? { name: '', endedOn: '' }
  const choose = (event: MouseEvent<HTMLCanvasElement>) => {
    const found = layout && under(layout, event)
    if (found) onChoose({ area, line: found.line, lineName: scene.lines[found.line]?.name ?? '', run: found.run })
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
            event.currentTarget.style.cursor = layout && under(layout, event) ? 'pointer' : ''
          }}
        />
      </div>
    </section>
  )
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

function under(layout: Layout, { nativeEvent: { offsetX, offsetY } }: MouseEvent): PlacedRun | null {
  const found = runAt(layout, offsetX, offsetY)
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
