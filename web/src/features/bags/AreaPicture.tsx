import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import classes from './Bags.module.css'
import { type Layout, layoutOf, type PlacedRun, runAt } from './layout'
import { type Colours, Painter } from './paint'
import type { Found } from './runs'
import { UNUSED } from './scene'
import { type Show, useShown } from './show'
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

/** A growing area with a mark for every spot. What it shows is said by the table and by the list of runs. */
export function AreaPicture({ show, area, width, colours, chosen, active, onChoose }: Props) {
  const scene = useShown(show, ({ scenes }) => scenes[area])
  const layout = useMemo(
    () => (scene && width > 0 ? layoutOf(scene, width, show.scale) : null),
    [scene, width, show.scale],
  )
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(null)
  // With the frame that shows the day, not after it.
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
    <section className={classes.area}>
      <div className={classes.areaHead}>
        <h3 className={classes.areaName}>{name}</h3>
        <p className={classes.areaWords}>
          {areaWords(scene)}
          {endedOn && ', ended'}
        </p>
      </div>
      {scene.lines.length === 0 && <p className={classes.note}>No bags, and no lines with spots.</p>}
      <div className={classes.picture} aria-hidden="true">
        {layout?.lines.map((line) => (
          <span key={line.name} className={classes.lineName} style={{ left: line.label.x, top: line.label.y }}>
            {layout.lines.length > 1 ? lineWords(line.name) : line.name}
          </span>
        ))}
        <canvas
          ref={canvas}
          className={classes.canvas}
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

function under(layout: Layout, { nativeEvent: { offsetX, offsetY } }: MouseEvent): PlacedRun | null {
  const found = runAt(layout, offsetX, offsetY)
  return found?.run.place === UNUSED ? null : found
}

/** While the date is dragged the chosen bags may be fewer, and are still the chosen ones. */
function placedOf({ lines }: Layout, found: Found | null): PlacedRun | null {
  if (!found) return null
  const same = lines.flatMap(({ runs, name }) =>
    runs.flatMap((one) => (one.run.place === found.run.place ? [{ name, one }] : [])),
  )
  return (same.find(({ name }) => name === found.lineName) ?? same[0])?.one ?? null
}
